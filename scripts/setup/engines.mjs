import { spawnSync } from 'node:child_process';
import { SetUpError } from './set-up-error.mjs';

// What comes from the system. `proof` runs where an essential one is there; without the others Filemill does less.
const engines = [
	{
		package: 'libreoffice-core-nogui',
		enables: 'office documents',
		proof: ['soffice', '--version'],
	},
	{
		package: 'libreoffice-writer-nogui',
		enables: 'text documents',
		proof: ['soffice', '--version'],
	},
	{
		package: 'python3-uno',
		enables: 'a warm LibreOffice',
		proof: ['/usr/bin/python3', '-c', 'import uno'],
	},
	{
		package: 'qpdf',
		enables: 'joining, splitting and encrypting PDFs',
		proof: ['qpdf', '--version'],
	},
	{ package: 'libreoffice-calc-nogui', enables: 'spreadsheets' },
	{ package: 'libreoffice-base-drivers', enables: 'dBase tables' },
	{ package: 'libreoffice-impress-nogui', enables: 'presentations' },
	{ package: 'libreoffice-draw-nogui', enables: 'drawings' },
	{ package: 'libreoffice-math-nogui', enables: 'formulas in documents' },
	{ package: 'poppler-utils', enables: 'text and pictures from PDF' },
	{ package: 'libimage-exiftool-perl', enables: 'metadata' },
	{ package: 'libarchive-zip-perl', enables: 'metadata of office documents' },
	{ package: 'tesseract-ocr', enables: 'text recognition, with English' },
	{ package: 'tesseract-ocr-osd', enables: 'text recognition of pages that lie on their side' },
	{ package: 'tesseract-ocr-deu', enables: 'text recognition in German' },
	{ package: 'tesseract-ocr-fra', enables: 'text recognition in French' },
	{ package: 'bubblewrap', enables: 'the sandbox around every engine' },
	{ package: 'imagemagick', enables: 'pictures' },
	{ package: 'libmagickcore-6.q16-6-extra', enables: 'OpenEXR pictures' },
	{ package: 'libjxl-tools', enables: 'JPEG XL pictures' },
	{
		package: 'chromium-headless-shell',
		enables: 'web pages, HTML and Markdown to PDF and pictures',
	},
	{ package: 'ghostscript', enables: 'PDF/A, PDF/X, smaller PDFs, PostScript' },
	{ package: 'libxml2-utils', enables: 'invoices inside PDFs, checked' },
	{ package: 'ffmpeg', enables: 'video and sound' },
	{ package: 'graphicsmagick', enables: 'commands of GraphicsMagick' },
	{ package: 'jpegoptim', enables: 'smaller JPEGs without loss' },
	{ package: 'gifsicle', enables: 'smaller GIFs' },
	{ package: '7zip', enables: '7Z and TAR.BZ2 archives; opening WIM, ARJ and SquashFS' },
	{ package: 'calibre', enables: 'e-books' },
	{ package: 'pandoc', enables: 'Markdown and other markup' },
	{ package: 'djvulibre-bin', enables: 'DjVu documents' },
	{ package: 'mupdf-tools', enables: 'pages of e-books, vectors of PDFs' },
	{ package: 'librsvg2-bin', enables: 'SVG as PDF' },
	{ package: 'libraw-bin', enables: 'pictures as cameras record them' },
	{ package: 'libarchive-tools', enables: 'opening archives, and packing them anew' },
	{ package: 'fontforge-nox', enables: 'fonts' },
	{ package: 'woff2', enables: 'fonts for the web' },
	{ package: 'fontconfig', enables: 'fonts of text watermarks' },
	{ package: 'fonts-liberation', enables: 'the widths of Arial, Times New Roman, Courier New' },
	{ package: 'fonts-dejavu-core', enables: 'Greek, Cyrillic, symbols' },
	{ package: 'fonts-crosextra-carlito', enables: 'the widths of Calibri' },
	{ package: 'fonts-crosextra-caladea', enables: 'the widths of Cambria' },
];

// What only tests use, to read results back by another program than the one that made them.
const testTools = [
	{ package: 'libarchive-tools', enables: 'reading archives back in tests' },
	{ package: 'mupdf-tools', enables: 'reading PDFs back in tests' },
	{ package: 'unzip', enables: 'reading ZIP archives back in tests' },
	{ package: 'bzip2', enables: 'files to extract in tests' },
	{ package: 'xz-utils', enables: 'files to extract in tests' },
	{ package: 'zstd', enables: 'files to extract in tests' },
];

// What compiles the database of the n8n that `npm run test:hosts` runs.
const compilers = [
	{ package: 'g++', enables: 'compiling', proof: ['g++', '--version'] },
	{ package: 'make', enables: 'compiling', proof: ['make', '--version'] },
	{ package: 'python3', enables: 'compiling', proof: ['python3', '--version'] },
];

/** Installs the engines that are missing by apt-get; elsewhere, or without the right to, says which packages to install. */
export function setUpEngines({ forTests = false, forHosts = false } = {}) {
	const wanted = [
		...engines,
		...(forTests || forHosts ? testTools : []),
		...(forHosts ? compilers : []),
	];
	const missing = missingOf(wanted);
	if (missing.length === 0) return;
	const apt = aptGet();
	if (apt === undefined) {
		return explain(missing, 'Programs are missing, and apt-get is not here or needs a password');
	}
	console.log(`Installing ${packageNames(missing)} (apt-get) …`);
	apt('update', '-qq');
	install(apt, missing);
	const stillMissing = missingOf(wanted);
	if (stillMissing.length > 0)
		explain(stillMissing, 'Programs are missing that apt-get could not bring');
}

function missingOf(wanted) {
	const query = spawnSync('dpkg-query', [
		'--show',
		// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholders
		'--showformat=${db:Status-Status} ${Package}\n',
		...wanted.flatMap((engine) => [engine.package, desktopName(engine.package)]),
	]);
	const lines = (query.stdout ?? '').toString().split('\n');
	const installed = (name) => lines.includes(`installed ${name}`);
	// A desktop's LibreOffice serves as well, and its "-nogui" packages would remove it.
	const desktop = installed('libreoffice-core');
	return wanted
		.map((engine) => (desktop ? { ...engine, package: desktopName(engine.package) } : engine))
		.filter((engine) => !installed(engine.package));
}

function desktopName(name) {
	return name.replace('-nogui', '');
}

function aptGet() {
	const isRoot = process.getuid?.() === 0;
	if (spawnSync('apt-get', ['--version']).status !== 0) return undefined;
	if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return undefined;
	const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
	if (!isRoot) command.unshift('sudo', '-n');
	const [program, ...first] = command;
	return (...args) => spawnSync(program, [...first, ...args], { stdio: 'inherit' }).status === 0;
}

function install(apt, missing) {
	const flags = ['install', '-qq', '-y', '--no-install-recommends', '--no-remove'];
	// One package that this release does not know makes apt-get refuse all of them.
	if (apt(...flags, ...missing.map((engine) => engine.package))) return;
	for (const engine of missing) apt(...flags, engine.package);
}

function explain(missing, reason) {
	const essential = missing.filter(({ proof }) => proof && !answers(proof));
	const list = missing.map((engine) => `  ${engine.package.padEnd(27)}${engine.enables}`);
	const message = [
		`${reason}. Please install, by your system's package manager:`,
		...list,
		'On Debian and Ubuntu:',
		`  sudo apt-get install --no-install-recommends ${packageNames(missing)}`,
	].join('\n');
	if (essential.length > 0) {
		throw new SetUpError(`${message}\nFilemill cannot work without ${packageNames(essential)}.`);
	}
	console.warn(`${message}\nGoing on without them.\n`);
}

function answers([program, ...args]) {
	return spawnSync(program, args).status === 0;
}

function packageNames(list) {
	return list.map((engine) => engine.package).join(' ');
}
