import { createClient } from '@app/api/client/client.ts'
import { exportEvidence } from '@app/api/routes/evidence.ts'
import { ApiError } from '@app/api/schemas/api-error.ts'
import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { parseEvidenceFile } from './read-evidence-file.ts'

/** Fetches the evidence of an address from the API. Throws `FatalError` with what to do when there is none. */
export async function fetchEvidence(api: string, address: Address): Promise<EvidenceFile> {
  const file = parseEvidenceFile(`The response of ${api}`, await requestEvidence(api, address))
  if (file.address === address) return file
  throw new FatalError(`${api} returned the evidence of ${file.address} instead of ${address}.`)
}

async function requestEvidence(api: string, address: Address): Promise<unknown> {
  try {
    return await createClient({ baseUrl: api }).call(exportEvidence, { params: { address } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const hint = error.status === 0 ? ' Run npm start, or set the API with --api URL.' : ''
    throw new FatalError(`The evidence cannot be read from ${api}: ${error.message}${hint}`, {
      cause: error,
    })
  }
}
