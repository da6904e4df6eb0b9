import { randomBytes, randomUUID } from 'node:crypto';
import { NotFoundError } from '../jobs/errors.ts';
import { type JobContext, text, textOrNull } from '../jobs/job.ts';
import { timestamp, type View } from '../jobs/views.ts';
import { type Listed, listRows, type Page } from '../store/list-rows.ts';
import type { Row } from '../store/sql.ts';

/** What is known of a base for signed URLs before it is made; what is undefined is chosen by the service. */
export interface NewSignedUrlBase {
	readonly name: string | null;
	/** The address that clients see, where a proxy leads another to the service's own. */
	readonly address: string | undefined;
	readonly secret: string | undefined;
}

/** Makes an address for which others may sign jobs; the secret is shown this once. */
export async function createSignedUrlBase(
	{ sql }: JobContext,
	base: NewSignedUrlBase,
	baseUrl: string,
): Promise<View> {
	const id = randomUUID();
	const secret = base.secret ?? randomBytes(24).toString('base64url');
	const [row] = await sql.all(
		`INSERT INTO signed_urls (id, name, address, signing_secret, created_at)
		VALUES ($1, $2, $3, $4, $5) RETURNING *`,
		[id, base.name, base.address ?? `${baseUrl}/s/${id}`, secret, Date.now()],
	);
	return { ...baseView(row ?? {}, baseUrl), signing_secret: secret };
}

/** All bases, newest first, without their secrets. */
export async function listSignedUrlBases(
	{ sql }: JobContext,
	page: Page,
	baseUrl: string,
): Promise<Listed<View>> {
	const { rows, more } = await listRows(sql, 'signed_urls', {}, page, 'created_at DESC, id');
	return { rows: rows.map((row) => baseView(row, baseUrl)), more };
}

/** @throws NotFoundError */
export async function findSignedUrlBase(
	{ sql }: JobContext,
	id: string,
): Promise<{ readonly address: string; readonly secret: string }> {
	const [row] = await sql.all('SELECT * FROM signed_urls WHERE id = $1', [id]);
	if (!row) throw new NotFoundError('signed URL');
	return { address: text(row, 'address'), secret: text(row, 'signing_secret') };
}

/**
 * Ends a base: what has been signed for it is worth nothing any more.
 * @throws NotFoundError
 */
export async function deleteSignedUrlBase({ sql }: JobContext, id: string): Promise<void> {
	const rows = await sql.all('DELETE FROM signed_urls WHERE id = $1 RETURNING id', [id]);
	if (rows.length === 0) throw new NotFoundError('base for signed URLs');
}

function baseView(row: Row, baseUrl: string): View {
	const id = text(row, 'id');
	return {
		id,
		name: textOrNull(row, 'name'),
		address: text(row, 'address'),
		created_at: timestamp(row, 'created_at'),
		links: { self: `${baseUrl}/v2/signed-urls/${id}` },
	};
}
