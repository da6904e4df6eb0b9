import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

/** The address of a Filemill service and a key to it. */
export class FilemillApi implements ICredentialType {
	name = 'filemillApi';

	displayName = 'Filemill API';

	icon = {
		light: 'file:../icons/filemill.svg',
		dark: 'file:../icons/filemill.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/filemill/filemill#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'http://127.0.0.1:8484',
			required: true,
			placeholder: 'e.g. http://filemill:8484',
			description: 'The address of your Filemill service, as n8n reaches it',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The service prints a key when it starts for the first time',
		},
	];

	// A function, since n8n evaluates no expressions here in workflows that keep files in the JSON.
	authenticate: IAuthenticate = async ({ baseUrl, apiKey }, request) => ({
		...request,
		baseURL: String(baseUrl).trim().replace(/\/+$/, ''),
		headers: { ...request.headers, Authorization: `Bearer ${apiKey}` },
	});

	test: ICredentialTestRequest = {
		// The answer tells more than its status, which n8n would show as it is.
		request: { url: '/v2/users/me', ignoreHttpStatusErrors: true },
		rules: [
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'code',
					value: 'UNAUTHENTICATED',
					message: 'The service does not know this API key.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'code',
					value: 'FORBIDDEN',
					message: 'The API key is valid, but its scopes do not allow to read its user.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'data.id',
					value: undefined,
					message: 'What answers at this address is not a Filemill service.',
				},
			},
		],
	};
}
