// Preloaded into the process that scripts/ starts: when its starter is gone, even by kill -9, the
// channel between them closes, and the process is asked to end as if by Ctrl-C.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
