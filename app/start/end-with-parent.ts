/**
 * Loaded into each process that `npm start` or a test starts: when the one that started it is gone, however that happened, the
 * process ends as if told to, and at the latest after eight seconds. It ends at once if that one was gone before this is read,
 * as on a machine so busy that reading what comes before takes seconds.
 */
if (process.send) {
  if (!process.connected) process.exit(1)
  process.channel?.unref()
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 8_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}
