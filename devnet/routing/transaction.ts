import { randomBytes } from 'node:crypto'
import { encodeFunctionData, numberToHex, parseEther, toHex } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { diamondAbi } from '../abi'
import { thief } from '../accounts'
import { HttpError } from '../api/http-error'
import type { Knobs } from '../services/control'
import type { Order } from './order'
import { describeStep, gasLimitOf, promisedAmounts } from './step'
import { isNative } from './token'
import { tools } from './tools'
import type { Way } from './way'

/** Describes the step with its transaction, wrong in the one respect that `tamper` names. */
export async function describeStepWithTransaction(order: Order, way: Way, knobs: Knobs, id?: string) {
  const { fromToken, toToken, fromAddress, integrator } = order
  if (!fromAddress) throw new HttpError(400, 'action.fromAddress: needed for a transaction', 1011)
  const { tamper } = knobs
  const transactionId = toHex(randomBytes(32))
  const amount = tamper === 'amount' ? order.amount * 2n : order.amount
  const receiver = tamper === 'receiver' ? thief : (order.toAddress ?? fromAddress)
  const minAmountOut = tamper === 'min' ? 1n : promisedAmounts(order, way, knobs).toAmountMin
  const common = { transactionId, integrator, receiver, amount, fee: way.fee, minAmountOut }
  const data =
    way.kind === 'swap'
      ? encodeFunctionData({
          abi: diamondAbi,
          functionName: 'swap',
          args: [{ ...common, path: way.path, nativeIn: isNative(fromToken), nativeOut: isNative(toToken) }],
        })
      : encodeFunctionData({
          abi: diamondAbi,
          functionName: 'startBridge',
          args: [
            {
              ...common,
              bridge: tools.bridge.key,
              sendingAssetId: fromToken.address,
              receivingAssetId: toToken.address,
              destinationChainId: BigInt(order.target.info.id),
            },
          ],
        })
  const paid = isNative(fromToken) ? amount : 0n
  const [step, gasPrice] = await Promise.all([describeStep(order, way, knobs, id), order.source.client.getGasPrice()])
  const { estimate } = step
  return {
    ...step,
    estimate: { ...estimate, approvalAddress: tamper === 'approval' ? thief : estimate.approvalAddress },
    transactionId,
    transactionRequest: {
      to: tamper === 'target' ? thief : devnetAddresses.diamond,
      from: fromAddress,
      data,
      value: numberToHex(tamper === 'value' ? paid + parseEther('1') : paid),
      chainId: order.source.info.id,
      gasPrice: numberToHex(gasPrice),
      gasLimit: numberToHex(gasLimitOf(way)),
    },
  }
}
