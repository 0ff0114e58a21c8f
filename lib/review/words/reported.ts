/**
 * Words that the service says the person wrote, and that this browser did not see them write. `asking`: the request that
 * a call is held against is made of them. `later`: they came after the words that it is held against.
 */
export type Reported = { texts: readonly string[]; is: 'asking' | 'later' }
