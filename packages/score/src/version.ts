/** Version of the engine and its points tables; stored with every score. */
export const SCORE_VERSION = '1.3.0'
