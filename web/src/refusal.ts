/** Why there is no answer, in words for the person. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly kind: string,
    readonly status: number,
    readonly detail: Record<string, unknown>,
  ) {
    super(message);
  }
}
