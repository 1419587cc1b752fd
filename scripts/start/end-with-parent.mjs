// Preloaded into the process that scripts/ starts: when the parent process ends, even by kill -9, the
// IPC channel closes, and this process receives SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
