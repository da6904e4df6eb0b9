import { execa } from 'execa';

/** The text of a PDF, as Poppler reads it. */
export async function textOf(file = ''): Promise<string> {
	return (await execa('/usr/bin/pdftotext', ['-layout', file, '-'])).stdout;
}

/** How far each page of a PDF is turned. */
export async function rotationsOf(file = ''): Promise<number[]> {
	const { stdout } = await execa('/usr/bin/pdfinfo', ['-f', '1', '-l', '99', file]);
	return [...stdout.matchAll(/^Page +\d+ rot: +(\d+)/gm)].map(([, angle]) => Number(angle));
}

/** How many pictures a PDF holds. */
export async function picturesIn(file = ''): Promise<number> {
	const { stdout } = await execa('/usr/bin/pdfimages', ['-list', file]);
	return stdout.split('\n').length - 2;
}

/** Format and size of a picture, as ImageMagick reads it: "PNG 100x50". */
export async function pictureOf(file = ''): Promise<string> {
	const { stdout } = await execa('/usr/bin/identify-im6.q16', ['-format', '%m %wx%h\n', file]);
	return stdout.split('\n')[0] ?? '';
}

/** Makes a picture with ImageMagick. */
export async function drawPicture(file: string, ...args: string[]): Promise<string> {
	await execa('/usr/bin/convert-im6.q16', [...args, file]);
	return file;
}

/** Processes whose command line holds a text, and all that they started. */
export async function processesOf(text: string): Promise<number[]> {
	const { stdout } = await execa('/usr/bin/ps', ['-eo', 'pid=,ppid=,stat=,args=']);
	const all = stdout.split('\n').map((line) => {
		const [pid, parent, stat = '', ...args] = line.trim().split(/\s+/);
		return {
			pid: Number(pid),
			parent: Number(parent),
			dead: stat.startsWith('Z'),
			line: args.join(' '),
		};
	});
	const found = new Set(all.filter(({ line }) => line.includes(text)).map(({ pid }) => pid));
	for (let size = 0; size !== found.size; ) {
		size = found.size;
		for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
	}
	return all.filter(({ pid, dead }) => found.has(pid) && !dead).map(({ pid }) => pid);
}
