import { VoteArchiveSchema } from '@app/api/schemas/governance/vote-archive.ts'
import { createFileFormat } from '../file/create-file-format.ts'

const format = createFileFormat(VoteArchiveSchema, 'a vote archive')

/** Reads a vote archive, or a response of the API. Throws `FatalError` with the reason when it is invalid. */
export const readVoteArchive = format.read

/** Parses a value as a vote archive. Throws `FatalError` with the first invalid field. */
export const parseVoteArchive = format.parse
