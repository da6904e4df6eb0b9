// n8n's rules for community nodes, on what n8n's own scanner reads. Everything else is Biome's.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

const { recommended } = n8nCommunityNodesPlugin.configs;

// biome-ignore lint/style/noDefaultExport: ESLint reads the default export.
export default [
	{
		...recommended,
		files: ['package.json', 'nodes/**/*.{ts,json}', 'credentials/**/*.{ts,json}'],
		languageOptions: { parser: tseslint.parser },
		// The scanner reads sources without regard to comments that would silence it.
		linterOptions: { noInlineConfig: true },
	},
];
