/** Hears of something that PDF/X forbids or misses: a clause of a sentence, such as "page 3 has annotations". */
export type Report = (finding: string) => void;
