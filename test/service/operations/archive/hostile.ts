import { execa } from 'execa';
import { env } from './samples.ts';

/** Runs lines of Python that write `target`; its library makes archives that others refuse to make. */
export function python(script: string, target: string, names: readonly string[]) {
	const lines = `import io, os, sys, tarfile, warnings, zipfile\nwarnings.simplefilter("ignore")\ntarget, names = sys.argv[1], sys.argv[2:]\n`;
	return execa('python3', ['-c', lines + script, target, ...names], { env });
}

/** An empty file of each name. */
export const zipOf = `
with zipfile.ZipFile(target, "w") as archive:
	for name in names: archive.writestr(name, name)`;

/** Links in, out of and within an archive, devices, and a file behind a link. */
export const linksOf = `
archive = tarfile.open(target, "w")
def add(name, kind, link="", data=b""):
	entry = tarfile.TarInfo(name)
	entry.type, entry.linkname, entry.size = kind, link, len(data)
	archive.addfile(entry, io.BytesIO(data))
add("s", tarfile.SYMTYPE, "/etc")
add("s/passwd", tarfile.REGTYPE, data=b"inside")
add("h", tarfile.LNKTYPE, "/etc/passwd")
add("dev", tarfile.CHRTYPE)
add("fifo", tarfile.FIFOTYPE)
add("ok.txt", tarfile.REGTYPE, data=b"ok")
add("again.txt", tarfile.LNKTYPE, "ok.txt")
archive.close()`;

/** 300 MiB of zeros. */
export const bombOf = `
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
	with archive.open("zeros", "w") as entry:
		for _ in range(300): entry.write(bytes(1 << 20))`;

/** One folder more than entries are taken. */
export const manyOf = `
with zipfile.ZipFile(target, "w") as archive:
	for number in range(10001): archive.writestr(f"folder-{number}/", "")`;

/** A ZIP without its end. */
export const halfOf = `
with zipfile.ZipFile(target, "w") as archive: archive.writestr("a.bin", os.urandom(100000))
os.truncate(target, 50000)`;

/** The beginning of a PNG. */
export const pictureOf = `
open(target, "wb").write(bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000"))`;

/** A ZIP with one file whose name is "ü.txt" in code page 437, without a word about it. */
export const oldNames =
	'UEsDBBQAAAAAAGcVdV2sKpPYAgAAAAIAAAAFAAAAgS50eHRoaVBLAQIUAxQAAAAAAGcVdV2sKpPYAgAAAAIAAAAFAAAAAAAAAAAAAACAAQAAAACBLnR4dFBLBQYAAAAAAQABADMAAAAlAAAAAAA=';
