import pino, { type Logger } from 'pino'

/** Milliseconds for which a line may wait for others. */
const patience = 100

/**
 * The log of a web process on its standard output. Lines of requests leave together, since writing each of them by
 * itself costs more than the rest of the log; a line that tells of trouble takes those before it along at once.
 */
export function webLog(level: string): Logger {
  const output = pino.destination({ dest: 1, minLength: 4_096, sync: false })
  setInterval(() => output.flush(), patience).unref()
  return pino(
    {
      level,
      base: { process: 'web' },
      hooks: {
        logMethod(args, method, severity) {
          method.apply(this, args)
          if (severity >= pino.levels.values.warn!) output.flush()
        },
      },
    },
    output,
  )
}
