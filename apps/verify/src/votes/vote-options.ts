export const VOTES_USAGE = `Usage: npm run verify-votes -- FILE [--node URL] [--offline]

Checks a vote archive (GET /v1/governance/archive) without the server that made it, and prints the first
wrong claim.

  --node URL  the Flow access node (default: that of the local world, or the network's public one)
  --offline   check the file alone

Exit code 0: everything checked agrees; what was not checked is listed. 1: something is wrong, or could not
be read. 2: the command line is invalid.
`
