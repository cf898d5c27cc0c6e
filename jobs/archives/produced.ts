/**
 * What a callback produces, piece by piece, as a generator: so that what is made inside of a transaction can be written by who
 * stands outside of it. Nothing is produced ahead of who takes it. When they stop, the next piece is refused, and so ends the callback.
 */
export async function* produced<T>(
  produce: (hand: (piece: T) => Promise<void>) => Promise<void>,
): AsyncGenerator<T> {
  const { readable, writable } = new TransformStream<T, T>()
  const writer = writable.getWriter()
  let failure: { error: unknown } | undefined
  const work = produce((piece) => writer.write(piece)).then(
    () => writer.close(),
    async (error: unknown) => {
      failure = { error }
      await writer.abort(error).catch(() => undefined)
    },
  )
  try {
    for await (const piece of readable) yield piece
  } catch (error) {
    throw failure ? failure.error : error
  } finally {
    await work.catch(() => undefined)
  }
  if (failure) throw failure.error
}
