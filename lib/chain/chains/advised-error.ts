/** A failure in words for a person: what happened, and apart from it what they can do about it, if anything. */
export class AdvisedError extends Error {
  constructor(
    readonly happened: string,
    { advice, ...options }: ErrorOptions & { advice?: string } = {},
  ) {
    super(advice === undefined ? happened : `${happened} ${advice}`, options)
  }
}
