/** Which part of LibreOffice opens a format, what that part can write, and under which filter name. */
export const modules = {
	writer: {
		from: 'doc docm docx dot dotm dotx fodt html odt ott rtf txt sxw stw sdw abw wpd wps wri lwp hwp mcw mwd wn cwk pages 602 psw',
		to: {
			pdf: { name: 'writer_pdf_Export' },
			docx: { name: 'MS Word 2007 XML' },
			odt: { name: 'writer8' },
			doc: { name: 'MS Word 97' },
			rtf: { name: 'Rich Text Format' },
			txt: { name: 'Text (encoded)', options: 'UTF8,LF,,,false' },
			html: { name: 'HTML (StarWriter)', options: 'EmbedImages' },
			epub: { name: 'EPUB' },
			docm: { name: 'MS Word 2007 XML VBA' },
			dot: { name: 'MS Word 97 Vorlage' },
			dotx: { name: 'MS Word 2007 XML Template' },
			fodt: { name: 'OpenDocument Text Flat XML' },
			ott: { name: 'writer8_template' },
		},
	},
	calc: {
		from: 'csv fods ods ots tsv xls xlsb xlsm xlsx xlt xltx xltm xlw sxc stc sdc uos dif slk dbf wk1 wk3 wk4 wks 123 wb1 wb2 wq1 wq2 gnumeric numbers',
		to: {
			pdf: { name: 'calc_pdf_Export' },
			xlsx: { name: 'Calc MS Excel 2007 XML' },
			ods: { name: 'calc8' },
			xls: { name: 'MS Excel 97' },
			csv: { name: 'Text - txt - csv (StarCalc)' },
			tsv: { name: 'Text - txt - csv (StarCalc)' },
			html: { name: 'HTML (StarCalc)', options: 'EmbedImages' },
			dbf: { name: 'dBase', options: '76' },
			dif: { name: 'DIF', options: '76' },
			fods: { name: 'OpenDocument Spreadsheet Flat XML' },
			ots: { name: 'calc8_template' },
			slk: { name: 'SYLK' },
			xlsm: { name: 'Calc MS Excel 2007 VBA XML' },
			xlt: { name: 'MS Excel 97 Vorlage/Template' },
			xltx: { name: 'Calc MS Excel 2007 XML Template' },
		},
	},
	impress: {
		from: 'fodp odp otp pot potx potm pps ppsm ppsx ppt pptm pptx sxi sti sdd uop key cgm',
		to: {
			pdf: { name: 'impress_pdf_Export' },
			pptx: { name: 'Impress MS PowerPoint 2007 XML' },
			odp: { name: 'impress8' },
			ppt: { name: 'MS PowerPoint 97' },
			fodp: { name: 'OpenDocument Presentation Flat XML' },
			otp: { name: 'impress8_template' },
			pot: { name: 'MS PowerPoint 97 Vorlage' },
			potx: { name: 'Impress MS PowerPoint 2007 XML Template' },
			pps: { name: 'MS PowerPoint 97 AutoPlay' },
			ppsx: { name: 'Impress MS PowerPoint 2007 XML AutoPlay' },
			pptm: { name: 'Impress MS PowerPoint 2007 XML VBA' },
			uop: { name: 'UOF presentation' },
		},
	},
	draw: {
		from: 'emf emz fodg odg otg wmf wmz svg svm sxd std sda vsd vsdx vsdm vdx cdr cmx pub pmd pm6 p65 qxd fh9 fh10 fh11 zmf dxf met wpg',
		to: {
			pdf: { name: 'draw_pdf_Export' },
			odg: { name: 'draw8' },
			otg: { name: 'draw8_template' },
			fodg: { name: 'OpenDocument Drawing Flat XML' },
			emf: { name: 'draw_emf_Export' },
			wmf: { name: 'draw_wmf_Export' },
		},
	},
} as const;

/** What each part opens. */
export const opened = {
	writer: modules.writer.from.split(' '),
	calc: modules.calc.from.split(' '),
	impress: modules.impress.from.split(' '),
	draw: modules.draw.from.split(' '),
};

/** Which of the filters for PDFs leads to each format that a PDF becomes. */
export const pdfImports: Readonly<Record<string, string>> = {
	...{ docx: 'writer_pdf_import', odt: 'writer_pdf_import', doc: 'writer_pdf_import' },
	...{ rtf: 'writer_pdf_import', pptx: 'impress_pdf_import', odp: 'impress_pdf_import' },
	odg: 'draw_pdf_import',
};
