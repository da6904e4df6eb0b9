import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const pictures = ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.svg'];
const films = ['.mp4', '.mov', '.mkv', '.webm', '.avi'];
const sounds = ['.mp3', '.m4a', '.wav', '.flac', '.ogg'];
const office = ['.docx', '.xlsx', '.pptx', '.odt', '.csv', '.doc', '.xls'];
const texts = ['.md', '.txt'];

/** How a file is shown: pictures beside the page, at most `pages` of them, made by programs that did not make the file. */
export function preview(
	file: string,
	folder: string,
	name: string,
	options: { readonly password?: string; readonly pages?: number } = {},
): string[] {
	const extension = path.extname(file).toLowerCase();
	if (pictures.includes(extension)) {
		const target = `${name}${extension}`;
		copyFileSync(file, path.join(folder, target));
		return [target];
	}
	if (films.includes(extension)) return drawn('thumbnail', 'scale=360:-2');
	if (sounds.includes(extension)) return drawn('showwavespic=s=360x120');
	if (texts.includes(extension)) return [written()];
	if (office.includes(extension)) return [];
	if (extension !== '.pdf') return [];
	const last = String(options.pages ?? 3);
	const password = options.password === undefined ? [] : ['-upw', options.password];
	const prefix = path.join(folder, name);
	execFileSync('pdftoppm', ['-png', '-scale-to', '360', '-l', last, ...password, file, prefix]);
	return readdirSync(folder)
		.filter((one) => one.startsWith(`${name}-`) && one.endsWith('.png'))
		.sort();

	/** The beginning of a text. */
	function written(): string {
		const target = `${name}.png`;
		// Both would be commands.
		const text = readFileSync(file, 'utf8').slice(0, 1500).replace(/[\\%]/g, '$&$&');
		const look = ['-size', '360x', '-font', 'DejaVu-Sans', '-pointsize', '10'];
		execFileSync('convert-im6.q16', [...look, `caption:${text}`, path.join(folder, target)]);
		return target;
	}

	/** One frame of a film, or the waves of a sound. */
	function drawn(...filters: string[]): string[] {
		const target = `${name}.png`;
		const made = ['-frames:v', '1', '-y', path.join(folder, target)];
		execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-filter_complex', filters.join(), ...made]);
		return [target];
	}
}
