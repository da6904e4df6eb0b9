// Judges sources and what is published of them by the rules of n8n's own scanner: node scan.mjs <sources> <unpacked package>
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const [sources, published] = process.argv.slice(2);
const results = [
	await analyzePackage(sources, SOURCE_FILE_PATTERNS),
	await analyzePackage(published, ['**/*.js', 'package.json']),
];
for (const { passed, message, details = '' } of results)
	if (!passed) console.log(`${message}\n${details}`);
