// Jest's transformer: Node's own type stripping, so tests run what the service runs. Positions stay, no source maps needed.
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

export default {
	process: (source) => ({ code: stripTypeScriptTypes(source) }),
	getCacheKey: (source, path) =>
		createHash('sha256').update(process.version).update(path).update(source).digest('hex'),
};
