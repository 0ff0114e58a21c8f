// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Reads a lending market (an Aave V4 Spoke and the Hubs behind it) in one `eth_call`. It is never deployed: a call
/// without a target runs this constructor, and what it returns is the answer. Assumes nothing about the address: each
/// read may fail on its own, and `missing` says which did.
contract LendingLens {
    struct Row {
        uint256 reserveId;
        address underlying;
        address hub;
        uint256 assetId;
        uint256 decimals;
        uint256 collateralRisk;
        uint256 flags;
        /// Bit i is set if words[i] could not be read.
        uint256 missing;
        /// 0 supplied by the account, 1 its debt, 2 whether it is collateral, 3 supplied to the reserve, 4 owed to it,
        /// 5 oracle price, 6 collateral factor, 7 drawn rate, 8 liquidity of the hub, 9 added to the hub, 10 owed to the hub,
        /// 11 liquidity fee, 12 add cap, 13 draw cap, 14 added by the spoke, 15 owed by the spoke, 16 active, 17 halted.
        uint256[18] words;
    }

    /// Gas for a single read: ample for an honest contract.
    uint256 private constant GAS = 2_000_000;

    /// `token` selects reserves: those of this token and those in which the account has a position; all if it is zero.
    /// Covers the reserves from `first` up to but excluding `end`.
    constructor(address spoke, address account, address token, uint256 first, uint256 end) {
        (bool isMarket, uint256 count) = _word(spoke, abi.encodeWithSignature("getReserveCount()"), 0);
        (bool hasAccount, bytes memory accountData) =
            _read(spoke, abi.encodeWithSignature("getUserAccountData(address)", account), 224);
        Row[] memory rows;
        if (isMarket) rows = _rows(spoke, account, token, first, end < count ? end : count);
        bytes memory result = abi.encode(
            _kind(spoke, isMarket), isMarket ? count : 0, hasAccount ? accountData : bytes(""), rows
        );
        assembly {
            return(add(result, 32), mload(result))
        }
    }

    /// 0 no contract, 1 a market, 2 a hub, 3 a pool of version 2 or 3, 4 a vault, 5 something else.
    function _kind(address target, bool isMarket) private view returns (uint256) {
        if (target.code.length == 0) return 0;
        if (isMarket) return 1;
        (bool answers,) = _word(target, abi.encodeWithSignature("getAssetCount()"), 0);
        if (answers) return 2;
        (answers,) = _read(target, abi.encodeWithSignature("getReservesList()"), 64);
        if (answers) return 3;
        (answers,) = _word(target, abi.encodeWithSignature("asset()"), 0);
        return answers ? 4 : 5;
    }

    function _rows(address spoke, address account, address token, uint256 first, uint256 end)
        private
        view
        returns (Row[] memory rows)
    {
        (, uint256 oracle) = _word(spoke, abi.encodeWithSignature("ORACLE()"), 0);
        rows = new Row[](end > first ? end - first : 0);
        uint256 kept;
        for (uint256 id = first; id < end; ++id) {
            Row memory row = rows[kept];
            if (!_describe(row, spoke, id)) continue;
            _readPosition(row, spoke, account);
            if (token != address(0) && row.underlying != token && row.words[0] == 0 && row.words[1] == 0) continue;
            _readReserve(row, spoke, address(uint160(oracle)));
            _readHub(row, spoke);
            ++kept;
        }
        assembly {
            mstore(rows, kept)
        }
    }

    function _describe(Row memory row, address spoke, uint256 id) private view returns (bool) {
        (bool ok, bytes memory data) = _read(spoke, abi.encodeWithSignature("getReserve(uint256)", id), 224);
        if (!ok) return false;
        row.reserveId = id;
        row.underlying = address(uint160(_at(data, 0)));
        row.hub = address(uint160(_at(data, 1)));
        row.assetId = _at(data, 2);
        row.decimals = _at(data, 3);
        row.collateralRisk = _at(data, 4);
        row.flags = _at(data, 5);
        row.missing = 0;
        bytes memory config = abi.encodeWithSignature("getDynamicReserveConfig(uint256,uint32)", id, _at(data, 6));
        _put(row, 6, spoke, config, 0);
        return true;
    }

    function _readPosition(Row memory row, address spoke, address account) private view {
        uint256 id = row.reserveId;
        _put(row, 0, spoke, abi.encodeWithSignature("getUserSuppliedAssets(uint256,address)", id, account), 0);
        _put(row, 1, spoke, abi.encodeWithSignature("getUserTotalDebt(uint256,address)", id, account), 0);
        _put(row, 2, spoke, abi.encodeWithSignature("getUserReserveStatus(uint256,address)", id, account), 0);
    }

    function _readReserve(Row memory row, address spoke, address oracle) private view {
        uint256 id = row.reserveId;
        _put(row, 3, spoke, abi.encodeWithSignature("getReserveSuppliedAssets(uint256)", id), 0);
        _put(row, 4, spoke, abi.encodeWithSignature("getReserveTotalDebt(uint256)", id), 0);
        _put(row, 5, oracle, abi.encodeWithSignature("getReservePrice(uint256)", id), 0);
    }

    function _readHub(Row memory row, address spoke) private view {
        (address hub, uint256 asset) = (row.hub, row.assetId);
        _put(row, 7, hub, abi.encodeWithSignature("getAssetDrawnRate(uint256)", asset), 0);
        _put(row, 8, hub, abi.encodeWithSignature("getAssetLiquidity(uint256)", asset), 0);
        _put(row, 9, hub, abi.encodeWithSignature("getAddedAssets(uint256)", asset), 0);
        _put(row, 10, hub, abi.encodeWithSignature("getAssetTotalOwed(uint256)", asset), 0);
        _put(row, 11, hub, abi.encodeWithSignature("getAssetConfig(uint256)", asset), 1);
        bytes memory config = abi.encodeWithSignature("getSpokeConfig(uint256,address)", asset, spoke);
        _put(row, 12, hub, config, 0);
        _put(row, 13, hub, config, 1);
        _put(row, 14, hub, abi.encodeWithSignature("getSpokeAddedAssets(uint256,address)", asset, spoke), 0);
        _put(row, 15, hub, abi.encodeWithSignature("getSpokeTotalOwed(uint256,address)", asset, spoke), 0);
        _put(row, 16, hub, config, 3);
        _put(row, 17, hub, config, 4);
    }

    /// Puts the answer's word at `place` into words[`index`].
    function _put(Row memory row, uint256 index, address target, bytes memory data, uint256 place) private view {
        (bool ok, uint256 value) = _word(target, data, place);
        row.words[index] = value;
        if (!ok) row.missing |= 1 << index;
    }

    function _word(address target, bytes memory data, uint256 place) private view returns (bool, uint256) {
        (bool ok, bytes memory answer) = _read(target, data, (place + 1) * 32);
        return ok ? (true, _at(answer, place)) : (false, 0);
    }

    /// Reads at most 256 bytes of an answer that has at least `least`.
    function _read(address target, bytes memory data, uint256 least) private view returns (bool ok, bytes memory answer) {
        uint256 size;
        answer = new bytes(256);
        assembly {
            ok := staticcall(GAS, target, add(data, 32), mload(data), add(answer, 32), 256)
            size := returndatasize()
        }
        ok = ok && size >= least && target.code.length != 0;
    }

    function _at(bytes memory data, uint256 index) private pure returns (uint256 value) {
        assembly {
            value := mload(add(add(data, 32), mul(index, 32)))
        }
    }
}
