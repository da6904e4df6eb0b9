import type { VideoTrack } from './probe-media.ts';

/** Puts what is transparent on white, as the pictures of documents are. */
export const onWhite =
	'format=rgba,split[fg][bg];[bg]lutrgb=r=255:g=255:b=255:a=255[white];[white][fg]overlay=format=auto';

/** Makes whole frames of those that hold two moments, line by line. */
export function progressive({ interlaced }: VideoTrack): string[] {
	return interlaced ? ['yadif=deint=interlaced'] : [];
}

/** Brings the brightness of HDR to what ordinary screens show. */
export function ordinary({ hdr }: VideoTrack): string[] {
	if (!hdr) return [];
	return [
		`zscale=tin=${hdr}:pin=bt2020:min=bt2020nc:t=linear:npl=100,format=gbrpf32le`,
		'zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p',
	];
}
