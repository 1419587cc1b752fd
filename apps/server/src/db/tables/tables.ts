import type { AgentTables } from './agent-tables.ts'
import type { AlertTables } from './alert-tables.ts'
import type { CaseTables } from './case-tables.ts'
import type { ChainTables } from './chain-tables.ts'
import type { CosignerTables } from './cosigner-tables.ts'
import type { DaoTables } from './dao-tables.ts'
import type { LabelTables } from './label-tables.ts'
import type { ScoreTables } from './score-tables.ts'
import type { UserTables } from './user-tables.ts'

/** All tables. The prefix of a table's name is the folder that writes it. */
export interface Tables
  extends ChainTables,
    LabelTables,
    ScoreTables,
    AgentTables,
    AlertTables,
    DaoTables,
    CaseTables,
    UserTables,
    CosignerTables {}
