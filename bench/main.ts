import { benchScoreEngine } from './score-engine.ts'

const BENCHES = [benchScoreEngine]

for (const bench of BENCHES) process.stdout.write(`${JSON.stringify(bench())}\n`)
