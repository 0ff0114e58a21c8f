/** A data URI, the only form that both RainbowKit and the Content-Security-Policy accept. */
export const demoWalletIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="6" fill="#fdfaf3"/><path d="M5 9.5h18v11H5z" fill="none" stroke="#1d1b17" stroke-width="1.8" stroke-linejoin="round"/><path d="M5 9.5 18 6v3.5" fill="none" stroke="#1d1b17" stroke-width="1.8" stroke-linejoin="round"/><circle cx="19" cy="15" r="1.7" fill="#21409a"/></svg>',
)}`
