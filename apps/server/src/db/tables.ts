import type { AgentTables } from './agent-tables.ts'
import type { ChainTables } from './chain-tables.ts'
import type { LabelTables } from './label-tables.ts'
import type { ScoreTables } from './score-tables.ts'

/** Every table, by the room that writes it; a table's prefix is its writer. */
export interface Tables extends ChainTables, LabelTables, ScoreTables, AgentTables {}
