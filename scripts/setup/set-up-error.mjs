/** Something is missing that set-up cannot bring; the message says what the person at the machine can do. */
export class SetUpError extends Error {
	name = 'SetUpError';
}
