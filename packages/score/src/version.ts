/** Version of the engine and its points tables; every stored score names it. */
export const SCORE_VERSION = '1.2.0'
