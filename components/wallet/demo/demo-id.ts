/** Id of the Demo wallet's connector, apart from its code, which only local chains load. */
export const demoConnectorId = 'demoWallet'
