/** Whether a host name or address (IPv6 without brackets) means this machine alone. Says nothing of other names. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
