/** Whether a file whose content was found to be one format may be called another. */
export function agrees(claimed: string, found: string | undefined): boolean {
	if (claimed === found) return true;
	if (found === 'text' || found === 'xml') return texts.has(claimed);
	if (found === undefined) return unmarked.has(claimed);
	return containers.some(([content, names]) => content.test(found) && names.has(claimed));
}

const words = (text: string) => text.split(' ');

/** Formats that are text, with whatever inside; there is no telling them apart. */
const texts = new Set([
	...words('csv tsv txt html md xml svg json yaml log css js dif slk'),
	...words('fodt fods fodp fodg uot uos uop abw vdx 602 gnumeric'),
	...words('rst org textile mediawiki dokuwiki tikiwiki twiki vimwiki creole jira muse t2t'),
	...words('tex latex dbk docbook jats opml ipynb man ms haddock asciidoc adoc bib typ texi icml'),
	...words('fb2 eml mbox ics vcf srt vtt ass eps ps ai dxf xbm xpm sixel mtv pfa bdf sfd afm'),
]);

const ooxml = words(
	'docx docm dotx dotm xlsx xlsm xlsb xltx xltm pptx pptm ppsx ppsm potx potm vsdx vsdm',
);
const odf = words(
	'odt ott odm oth ods ots odp otp odg otg odf odb sxw stw sxc stc sxi sti sxd std',
);
const compounds = words(
	'doc dot xls xlt xlw ppt pot pps msg vsd vst vss pub wps mpp sdw sdc sdd sda pmd pm6 p65 hwp',
);

/** Families of formats in one container, whose reader looks inside for itself. */
const containers: readonly (readonly [found: RegExp, claimed: ReadonlySet<string>])[] = [
	// An encrypted OOXML file is a compound file too.
	[/^(cfb|msi)$/, new Set([...compounds, ...ooxml])],
	[
		/^zip$/,
		new Set([
			...ooxml,
			...odf,
			...words('epub zip cbz htmlz pmlz txtz fbz pages key numbers jar apk xpi xps oxps'),
		]),
	],
	[
		/^(docx|docm|dotx|dotm|odt|ott|rtf)$/,
		new Set(words('doc dot docx docm dotx dotm odt ott rtf')),
	],
	[/^(xlsx|xlsm|xltx|xltm|ods|ots)$/, new Set(words('xls xlt xlsx xlsm xlsb xltx xltm ods ots'))],
	[
		/^(pptx|pptm|ppsx|potx|ppsm|potm|odp|otp)$/,
		new Set(words('ppt pps pot pptx pptm ppsx ppsm potx potm odp otp')),
	],
	[/^(vsdx|odg|otg)$/, new Set(words('vsdx vsdm odg otg'))],
	[/^a?png$/, new Set(['png', 'apng'])],
	[/^(heic|avif)$/, new Set(['heic', 'avif'])],
	[
		/^(tiff|dng|cr2|nef|arw|rw2|orf)$/,
		new Set(words('tiff dng cr2 nef nrw arw sr2 srf rw2 orf pef srw 3fr erf kdc dcr mef mos iiq')),
	],
	[/^(pbm|pgm|ppm|pam)$/, new Set(words('pbm pgm ppm pnm'))],
	[/^(jp2|j2k)$/, new Set(words('jp2 j2k'))],
	[/^(psd|psb)$/, new Set(words('psd psb'))],
	[/^ps$/, new Set(['eps', 'ai', 'pfa'])],
	// Their few bytes begin files of these, too.
	[/^(cur|ico)$/, new Set(words('cur ico tga jbig wk1 wks wq1 wq2 wb1 wb2'))],
	[/^pdf$/, new Set(['ai'])],
	[
		/^(mp4|m4v|mov|3gp|3g2|f4v|m4a|m4b|m4p|f4a|f4b)$/,
		new Set(words('mp4 m4v mov 3gp 3g2 f4v m4a m4b m4r')),
	],
	[/^(mkv|webm|mka)$/, new Set(words('mkv webm mka weba'))],
	[/^(asf|wmv|wma)$/, new Set(words('asf wmv wma'))],
	[/^(mpg|mts)$/, new Set(words('mpg mts ts vob m2v mod'))],
	[/^(ogv|ogm|ogg|ogx|oga|opus|spx)$/, new Set(words('ogv ogg oga opus spx'))],
	[/^(mp1|mp2|mp3|aac)$/, new Set(words('mp2 mp3 aac'))],
	[/^ac3$/, new Set(['eac3'])],
	[/^rm$/, new Set(words('rm rmvb ra'))],
	[/^mobi$/, new Set(words('mobi azw azw3 azw4 prc'))],
	[/^(gz|tar\.gz)$/, new Set(words('gz tar.gz svgz gnumeric emz wmz'))],
	[/^bz2$/, new Set(words('bz2 tar.bz2'))],
	[/^lz$/, new Set(words('lz tar.lz'))],
	[/^lz4$/, new Set(words('lz4 tar.lz4'))],
	[/^z$/, new Set(words('z tar.z'))],
	[/^lzh$/, new Set(words('lha lzh'))],
	[/^(jar|apk|xpi|epub|docx|xlsx|pptx|odt|ods|odp|odg)$/, new Set(words('zip jar apk xpi'))],
	[/^xz$/, new Set(words('xz tar.xz'))],
	[/^zst$/, new Set(words('zst tar.zst'))],
	[/^(tar|ar|deb)$/, new Set(words('tar ar deb'))],
	[/^(rar|zip|7z|tar)$/, new Set(words('cbr cbz cb7 cbt'))],
	[/^(ttf|otf)$/, new Set(words('ttf otf'))],
];

/** Formats that nothing in their first bytes gives away. */
const unmarked = new Set([
	...words('tga pcx wmf pict cur ico aai art avs cal mac mtv otb pcd tim wbmp xwd'),
	...words('jbig raf iiq cap 3fr sr2'),
	...words('mts ts vob m2v dv wtv nut ivf gxf y4m'),
	...words('mp2 mp3 aac ac3 eac3 dts amr au voc tta w64 mpc gsm mlp thd ra'),
	...words('wpd wps wri lwp mcw mwd wn cwk hwp psw wk1 wk3 wk4 wks 123 wb1 wb2 wq1 wq2 qpw dbf'),
	...words('cdr cmx cgm met svm zmf qxd fh9 fh10 fh11 pmd pm6 p65'),
	...words('lit lrf pdb prc rb snb tcr pml djvu iso dmg pfb'),
	...words('wim xar squashfs cpio lha lzma tar.lzma tar.z'),
]);
