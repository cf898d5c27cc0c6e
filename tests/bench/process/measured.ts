/**
 * Loaded into a server that is measured (`--import`). Tells how much CPU the whole process has used, threads that
 * compress and collect garbage included; ends with the process that measures it.
 */
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1_000 })
})
process.once('disconnect', () => process.exit(0))
process.channel?.unref()
