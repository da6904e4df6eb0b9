/** Videos, by the product's names of their formats. */
export const videoFormats: ReadonlySet<string> = new Set(
	'mp4 m4v mov 3gp 3g2 mkv webm avi mpg mpeg mts m2ts ts vob flv f4v wmv asf ogv mxf'.split(' '),
);

/**
 * What FFmpeg may read of a stranger: files that are one piece. Playlists and lists of files are none, whatever they
 * are called, and no file leads to another or to an address.
 */
export const guardedInput = [
	'-protocol_whitelist',
	'file',
	'-format_whitelist',
	'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,mpegvideo,flv,live_flv,asf,asf_o,ogg,mxf',
	'-max_pixels',
	'100000000',
] as const;
