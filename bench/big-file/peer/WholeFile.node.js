// A node as many are: it takes the whole file into memory, sends it as a form, and takes the whole result back.
class WholeFile {
	description = {
		displayName: 'Whole File',
		name: 'wholeFile',
		group: ['transform'],
		version: 1,
		description: 'Packs a file in one piece',
		defaults: { name: 'Whole File' },
		inputs: ['main'],
		outputs: ['main'],
		properties: ['url', 'apiKey'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
	};

	async execute() {
		const url = this.getNodeParameter('url', 0);
		const headers = { Authorization: `Bearer ${this.getNodeParameter('apiKey', 0)}` };
		const tasks = {
			upload: { operation: 'import/upload' },
			pack: { operation: 'archive', input: ['upload'], output_format: 'zip' },
			export: { operation: 'export/url', input: 'pack' },
		};
		const { httpRequest, getBinaryDataBuffer, prepareBinaryData } = this.helpers;
		const created = await httpRequest({
			...{ method: 'POST', url: `${url}/v2/jobs`, headers, body: { tasks }, json: true },
		});
		const upload = created.data.tasks.find(({ name }) => name === 'upload').result.form;
		const form = new FormData();
		for (const [name, value] of Object.entries(upload.parameters)) form.append(name, value);
		form.append('file', new Blob([await getBinaryDataBuffer(0, 'data')]), 'big.bin');
		await httpRequest({ method: 'POST', url: upload.url, body: form });
		const waited = `${url}/v2/jobs/${created.data.id}/wait`;
		const { data } = await httpRequest({ method: 'GET', url: waited, headers, json: true });
		const [file] = data.tasks.find(({ name }) => name === 'export').result.files;
		const content = await httpRequest({ method: 'GET', url: file.url, encoding: 'arraybuffer' });
		const binary = { data: await prepareBinaryData(Buffer.from(content), file.filename) };
		return [[{ json: {}, binary }]];
	}
}

module.exports = { WholeFile };
