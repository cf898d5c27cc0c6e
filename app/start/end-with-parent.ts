/**
 * Loaded into each process that `npm start` or a test starts: when the one that started it is gone, however that happened, the
 * process ends as if told to, and at the latest after eight seconds.
 */
if (process.connected) {
  process.channel?.unref()
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 8_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}
