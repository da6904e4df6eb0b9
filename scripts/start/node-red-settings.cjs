// The Node-RED of `npm start`: on this machine alone, quiet, and in the language whose log lines are waited for.
module.exports = {
	uiHost: '127.0.0.1',
	flowFile: 'flows.json',
	flowFilePretty: true,
	lang: 'en-US',
	telemetry: { enabled: false, updateNotification: false },
	editorTheme: { tours: false },
};
