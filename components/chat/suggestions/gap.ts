/** The part of a suggested sentence that the person fills in. */
export const gap = '…'
