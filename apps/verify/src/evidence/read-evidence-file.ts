import { EvidenceFileSchema } from '@app/api/schemas/score/evidence-file.ts'
import { createFileFormat } from '../file/create-file-format.ts'

const format = createFileFormat(EvidenceFileSchema, 'an evidence file')

/** Reads an exported evidence file, or a response of the API. Throws `FatalError` with the reason when it is invalid. */
export const readEvidenceFile = format.read

/** Parses a value as an evidence file. Throws `FatalError` with the first invalid field. */
export const parseEvidenceFile = format.parse
