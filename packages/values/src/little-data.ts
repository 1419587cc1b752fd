/** Code of the reason for points that rest on too little data to say more. */
export const LITTLE_DATA = 'little_data'
