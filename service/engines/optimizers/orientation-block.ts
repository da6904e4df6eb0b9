/** EXIF that says nothing but how a picture is turned, 1-8 (EXIF 2.32, 4.5.2: a TIFF header and one field). */
export function orientationBlock(orientation: number): Buffer {
	const block = Buffer.alloc(26);
	block.write('MM\0*', 0, 'latin1');
	block.writeUInt32BE(8, 4);
	block.writeUInt16BE(1, 8);
	// Tag 0x0112 of type SHORT, one value.
	block.writeUInt16BE(0x0112, 10);
	block.writeUInt16BE(3, 12);
	block.writeUInt32BE(1, 14);
	block.writeUInt16BE(orientation, 18);
	return block;
}
