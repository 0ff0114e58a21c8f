/** Least amount that means "without limit": Permit2 and older tokens count in 160 bits [Revoke, Rabby]. */
export const unlimited = 2n ** 160n - 1n
