import { saveTextFile } from './save-text-file.ts'

/** Starts the download of a JSON file. */
export const saveJsonFile = (name: string, content: unknown): void =>
  saveTextFile(name, `${JSON.stringify(content, null, 2)}\n`, 'application/json')
