import { CaseFileSchema } from '@app/api/schemas/case/case-file.ts'
import { createFileFormat } from '../file/create-file-format.ts'

const format = createFileFormat(CaseFileSchema, 'a case file')

/** Reads a case file, or a response of the API. Throws `FatalError` with the reason when it is invalid. */
export const readCaseFile = format.read

/** Parses a value as a case file. Throws `FatalError` with the first invalid field. */
export const parseCaseFile = format.parse
