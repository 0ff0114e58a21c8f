// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LocalOracle} from "./LocalOracle.sol";

/// A small over-collateralized lending market with the user-facing interface of an Aave V4 Spoke: same selectors,
/// structs and events. One contract plays spoke and hub. The rate of each reserve is fixed; there are no liquidations
/// and no premium.
contract LendingMarket is Multicall, Ownable {
    using SafeERC20 for IERC20;
    using Math for uint256;

    uint256 private constant RAY = 1e27;
    uint256 private constant HEALTHY = 1e18;

    struct Reserve {
        address underlying;
        address hub;
        uint16 assetId;
        uint8 decimals;
        uint24 collateralRisk;
        uint8 flags;
        uint32 dynamicConfigKey;
    }

    struct ReserveConfig {
        uint24 collateralRisk;
        bool paused;
        bool frozen;
        bool borrowable;
        bool receiveSharesEnabled;
    }

    struct DynamicReserveConfig {
        uint16 collateralFactor;
        uint32 maxLiquidationBonus;
        uint16 liquidationFee;
    }

    struct SpokeConfig {
        /// In whole tokens; the highest number means no cap.
        uint40 addCap;
        uint40 drawCap;
        uint24 riskPremiumThreshold;
        bool active;
        bool halted;
    }

    struct AssetConfig {
        address feeReceiver;
        /// Share of the interest withheld from suppliers, in hundredths of a percent.
        uint16 liquidityFee;
        address irStrategy;
        address reinvestmentController;
    }

    struct UserAccountData {
        uint256 riskPremium;
        /// 18 decimals.
        uint256 avgCollateralFactor;
        /// 18 decimals; the highest number if there is no debt.
        uint256 healthFactor;
        /// USD, 26 decimals.
        uint256 totalCollateralValue;
        /// USD, 53 decimals.
        uint256 totalDebtValueRay;
        uint256 activeCollateralCount;
        uint256 borrowCount;
    }

    struct PremiumDelta {
        int256 sharesDelta;
        int256 offsetRayDelta;
        uint256 restoredPremiumRay;
    }

    struct Book {
        IERC20 token;
        uint8 decimals;
        uint16 collateralFactorBps;
        uint256 yearlyRateRay;
        uint256 supplyIndexRay;
        uint256 debtIndexRay;
        uint256 supplyShares;
        uint256 debtShares;
        uint256 accruedAt;
        /// Amount of the token available to lend or withdraw. Reserves of one token do not share it.
        uint256 liquidity;
        ReserveConfig config;
        SpokeConfig spokeConfig;
    }

    struct Position {
        uint256 supplyShares;
        uint256 debtShares;
        bool isCollateral;
    }

    LocalOracle public immutable ORACLE;
    Book[] private _books;
    mapping(uint256 reserveId => mapping(address user => Position)) private _positions;
    mapping(address user => mapping(address manager => bool)) private _managers;

    event AddReserve(uint256 indexed reserveId, uint256 indexed assetId, address indexed hub);
    event UpdateReserveConfig(uint256 indexed reserveId, ReserveConfig config);
    event UpdateSpokeConfig(uint256 indexed assetId, address indexed spoke, SpokeConfig config);
    event Supply(
        uint256 indexed reserveId,
        address indexed caller,
        address indexed user,
        uint256 suppliedShares,
        uint256 suppliedAmount
    );
    event Withdraw(
        uint256 indexed reserveId,
        address indexed caller,
        address indexed user,
        uint256 withdrawnShares,
        uint256 withdrawnAmount
    );
    event Borrow(
        uint256 indexed reserveId, address indexed caller, address indexed user, uint256 drawnShares, uint256 drawnAmount
    );
    event Repay(
        uint256 indexed reserveId,
        address indexed caller,
        address indexed user,
        uint256 drawnShares,
        uint256 totalAmountRepaid,
        PremiumDelta premiumDelta
    );
    event SetUsingAsCollateral(
        uint256 indexed reserveId, address indexed caller, address indexed user, bool usingAsCollateral
    );
    event SetUserPositionManager(address indexed user, address indexed positionManager, bool approve);

    error ReserveNotListed();
    error ReservePaused();
    error ReserveFrozen();
    error ReserveNotBorrowable();
    error HealthFactorBelowThreshold();
    error InsufficientLiquidity(uint256 liquidity);
    error AddCapExceeded(uint256 addCap);
    error DrawCapExceeded(uint256 drawCap);
    error InvalidAmount();
    error Unauthorized();

    constructor() Ownable(msg.sender) {
        ORACLE = new LocalOracle();
    }

    modifier onlyManagerOf(address user) {
        if (!isPositionManager(user, msg.sender)) revert Unauthorized();
        _;
    }

    // Setup

    function addReserve(address token, address priceFeed, uint16 collateralFactorBps, uint256 yearlyRateRay)
        external
        onlyOwner
        returns (uint256 reserveId)
    {
        reserveId = _books.length;
        Book storage book = _books.push();
        book.token = IERC20(token);
        book.decimals = IERC20Metadata(token).decimals();
        book.collateralFactorBps = collateralFactorBps;
        book.yearlyRateRay = yearlyRateRay;
        book.supplyIndexRay = RAY;
        book.debtIndexRay = RAY;
        book.accruedAt = block.timestamp;
        book.config = ReserveConfig(0, false, false, true, true);
        book.spokeConfig = SpokeConfig(type(uint40).max, type(uint40).max, 0, true, false);
        ORACLE.setReserveSource(reserveId, priceFeed);
        emit AddReserve(reserveId, reserveId, address(this));
    }

    function updateReserveConfig(uint256 reserveId, ReserveConfig calldata config) external onlyOwner {
        _book(reserveId).config = config;
        emit UpdateReserveConfig(reserveId, config);
    }

    /// Hub function: how much this spoke may add and draw.
    function updateSpokeConfig(uint256 assetId, address spoke, SpokeConfig calldata config) external onlyOwner {
        if (spoke != address(this)) revert ReserveNotListed();
        _book(assetId).spokeConfig = config;
        emit UpdateSpokeConfig(assetId, spoke, config);
    }

    // User actions

    function supply(uint256 reserveId, uint256 amount, address user)
        external
        onlyManagerOf(user)
        returns (uint256 shares, uint256)
    {
        Book storage book = _accrue(reserveId);
        if (book.config.frozen) revert ReserveFrozen();
        shares = amount.mulDiv(RAY, book.supplyIndexRay);
        if (shares == 0) revert InvalidAmount();
        _requireBelowCap(book.spokeConfig.addCap, book, getAddedAssets(reserveId) + amount, AddCapExceeded.selector);
        book.token.safeTransferFrom(msg.sender, address(this), amount);
        book.liquidity += amount;
        book.supplyShares += shares;
        _positions[reserveId][user].supplyShares += shares;
        emit Supply(reserveId, msg.sender, user, shares, amount);
        return (shares, amount);
    }

    function withdraw(uint256 reserveId, uint256 amount, address user)
        external
        onlyManagerOf(user)
        returns (uint256 shares, uint256)
    {
        if (amount == 0) revert InvalidAmount();
        Book storage book = _accrue(reserveId);
        Position storage position = _positions[reserveId][user];
        shares = position.supplyShares;
        uint256 supplied = shares.mulDiv(book.supplyIndexRay, RAY);
        if (amount >= supplied) amount = supplied;
        else shares = shares.min(amount.mulDiv(RAY, book.supplyIndexRay, Math.Rounding.Ceil));
        book.supplyShares -= shares;
        position.supplyShares -= shares;
        if (position.isCollateral) _requireHealthy(user);
        _pay(book, amount);
        emit Withdraw(reserveId, msg.sender, user, shares, amount);
        return (shares, amount);
    }

    function borrow(uint256 reserveId, uint256 amount, address user)
        external
        onlyManagerOf(user)
        returns (uint256 shares, uint256)
    {
        if (amount == 0) revert InvalidAmount();
        Book storage book = _accrue(reserveId);
        if (book.config.frozen) revert ReserveFrozen();
        if (!book.config.borrowable) revert ReserveNotBorrowable();
        _requireBelowCap(book.spokeConfig.drawCap, book, getAssetTotalOwed(reserveId) + amount, DrawCapExceeded.selector);
        shares = amount.mulDiv(RAY, book.debtIndexRay, Math.Rounding.Ceil);
        book.debtShares += shares;
        _positions[reserveId][user].debtShares += shares;
        _requireHealthy(user);
        _pay(book, amount);
        emit Borrow(reserveId, msg.sender, user, shares, amount);
        return (shares, amount);
    }

    function repay(uint256 reserveId, uint256 amount, address user)
        external
        onlyManagerOf(user)
        returns (uint256 shares, uint256)
    {
        if (amount == 0) revert InvalidAmount();
        Book storage book = _accrue(reserveId);
        Position storage position = _positions[reserveId][user];
        shares = position.debtShares;
        uint256 debt = shares.mulDiv(book.debtIndexRay, RAY, Math.Rounding.Ceil);
        if (amount >= debt) amount = debt;
        else shares = amount.mulDiv(RAY, book.debtIndexRay);
        book.token.safeTransferFrom(msg.sender, address(this), amount);
        book.liquidity += amount;
        book.debtShares -= shares;
        position.debtShares -= shares;
        emit Repay(reserveId, msg.sender, user, shares, amount, PremiumDelta(0, 0, 0));
        return (shares, amount);
    }

    function setUsingAsCollateral(uint256 reserveId, bool usingAsCollateral, address user) external onlyManagerOf(user) {
        Book storage book = _accrue(reserveId);
        if (usingAsCollateral && book.config.frozen) revert ReserveFrozen();
        _positions[reserveId][user].isCollateral = usingAsCollateral;
        if (!usingAsCollateral) _requireHealthy(user);
        emit SetUsingAsCollateral(reserveId, msg.sender, user, usingAsCollateral);
    }

    function setUserPositionManager(address positionManager, bool approve) external {
        _managers[msg.sender][positionManager] = approve;
        emit SetUserPositionManager(msg.sender, positionManager, approve);
    }

    /// A used permit must not fail the multicall around it.
    function permitReserve(
        uint256 reserveId,
        address user,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        try IERC20Permit(address(_book(reserveId).token)).permit(user, address(this), value, deadline, v, r, s) {}
            catch {}
    }

    // Views of a spoke

    function getReserveCount() external view returns (uint256) {
        return _books.length;
    }

    function getReserveId(address hub, uint256 assetId) external view returns (uint256) {
        if (hub != address(this)) revert ReserveNotListed();
        _book(assetId);
        return assetId;
    }

    function getReserve(uint256 reserveId) external view returns (Reserve memory) {
        Book storage book = _book(reserveId);
        ReserveConfig storage config = book.config;
        uint8 flags = (config.paused ? 1 : 0) | (config.frozen ? 2 : 0) | (config.borrowable ? 4 : 0)
            | (config.receiveSharesEnabled ? 8 : 0);
        return Reserve(
            address(book.token), address(this), uint16(reserveId), book.decimals, config.collateralRisk, flags, 0
        );
    }

    function getReserveConfig(uint256 reserveId) external view returns (ReserveConfig memory) {
        return _book(reserveId).config;
    }

    function getDynamicReserveConfig(uint256 reserveId, uint32) external view returns (DynamicReserveConfig memory) {
        return DynamicReserveConfig(_book(reserveId).collateralFactorBps, 10_500, 1_000);
    }

    function getUserReserveStatus(uint256 reserveId, address user) external view returns (bool, bool) {
        _book(reserveId);
        Position storage position = _positions[reserveId][user];
        return (position.isCollateral, position.debtShares != 0);
    }

    function getUserSuppliedShares(uint256 reserveId, address user) external view returns (uint256) {
        _book(reserveId);
        return _positions[reserveId][user].supplyShares;
    }

    function getUserSuppliedAssets(uint256 reserveId, address user) public view returns (uint256) {
        (uint256 supplyIndexRay,) = _indexes(_book(reserveId));
        return _positions[reserveId][user].supplyShares.mulDiv(supplyIndexRay, RAY);
    }

    function getUserTotalDebt(uint256 reserveId, address user) public view returns (uint256) {
        (, uint256 debtIndexRay) = _indexes(_book(reserveId));
        return _positions[reserveId][user].debtShares.mulDiv(debtIndexRay, RAY, Math.Rounding.Ceil);
    }

    /// Drawn debt and premium debt.
    function getUserDebt(uint256 reserveId, address user) external view returns (uint256, uint256) {
        return (getUserTotalDebt(reserveId, user), 0);
    }

    function getReserveSuppliedAssets(uint256 reserveId) external view returns (uint256) {
        return getAddedAssets(reserveId);
    }

    function getReserveTotalDebt(uint256 reserveId) external view returns (uint256) {
        return getAssetTotalOwed(reserveId);
    }

    function isPositionManager(address user, address manager) public view returns (bool) {
        return user == manager || _managers[user][manager];
    }

    function getUserAccountData(address user) public view returns (UserAccountData memory data) {
        uint256 weighted;
        for (uint256 id; id < _books.length; ++id) {
            Position storage position = _positions[id][user];
            if (position.supplyShares == 0 && position.debtShares == 0) continue;
            Book storage book = _books[id];
            uint256 price = ORACLE.getReservePrice(id) * 1e18;
            uint256 unit = 10 ** book.decimals;
            if (position.isCollateral && position.supplyShares != 0 && book.collateralFactorBps != 0) {
                uint256 value = getUserSuppliedAssets(id, user).mulDiv(price, unit);
                data.totalCollateralValue += value;
                weighted += value * book.collateralFactorBps;
                ++data.activeCollateralCount;
            }
            if (position.debtShares != 0) {
                data.totalDebtValueRay += getUserTotalDebt(id, user).mulDiv(price, unit) * RAY;
                ++data.borrowCount;
            }
        }
        if (data.totalCollateralValue != 0) {
            data.avgCollateralFactor = weighted.mulDiv(1e14, data.totalCollateralValue);
        }
        data.healthFactor =
            data.totalDebtValueRay == 0 ? type(uint256).max : (weighted * 1e14).mulDiv(RAY, data.totalDebtValueRay);
    }

    // Views of a hub: rates and liquidity

    function getAssetUnderlyingAndDecimals(uint256 assetId) external view returns (address, uint8) {
        Book storage book = _book(assetId);
        return (address(book.token), book.decimals);
    }

    /// Yearly, 27 decimals.
    function getAssetDrawnRate(uint256 assetId) external view returns (uint256) {
        return _book(assetId).yearlyRateRay;
    }

    function getAssetLiquidity(uint256 assetId) external view returns (uint256) {
        return _book(assetId).liquidity;
    }

    function getAddedAssets(uint256 assetId) public view returns (uint256) {
        Book storage book = _book(assetId);
        (uint256 supplyIndexRay,) = _indexes(book);
        return book.supplyShares.mulDiv(supplyIndexRay, RAY);
    }

    function getAssetTotalOwed(uint256 assetId) public view returns (uint256) {
        Book storage book = _book(assetId);
        (, uint256 debtIndexRay) = _indexes(book);
        return book.debtShares.mulDiv(debtIndexRay, RAY, Math.Rounding.Ceil);
    }

    function getSpokeAddedAssets(uint256 assetId, address) external view returns (uint256) {
        return getAddedAssets(assetId);
    }

    function getSpokeTotalOwed(uint256 assetId, address) external view returns (uint256) {
        return getAssetTotalOwed(assetId);
    }

    function getSpokeConfig(uint256 assetId, address spoke) external view returns (SpokeConfig memory) {
        if (spoke != address(this)) revert ReserveNotListed();
        return _book(assetId).spokeConfig;
    }

    function getAssetConfig(uint256 assetId) external view returns (AssetConfig memory) {
        _book(assetId);
        return AssetConfig(address(0), 0, address(0), address(0));
    }

    // Internals

    function _book(uint256 reserveId) private view returns (Book storage) {
        if (reserveId >= _books.length) revert ReserveNotListed();
        return _books[reserveId];
    }

    /// Debt grows by the rate, and that growth goes to the suppliers.
    function _indexes(Book storage book) private view returns (uint256 supplyIndexRay, uint256 debtIndexRay) {
        // A call may be simulated with a clock behind the last block.
        uint256 time = block.timestamp > book.accruedAt ? block.timestamp - book.accruedAt : 0;
        uint256 growth = book.yearlyRateRay.mulDiv(time, 365 days);
        debtIndexRay = book.debtIndexRay + book.debtIndexRay.mulDiv(growth, RAY);
        supplyIndexRay = book.supplyIndexRay;
        if (book.supplyShares != 0) {
            supplyIndexRay += book.debtShares.mulDiv(debtIndexRay - book.debtIndexRay, book.supplyShares);
        }
    }

    function _accrue(uint256 reserveId) private returns (Book storage book) {
        book = _book(reserveId);
        if (book.config.paused) revert ReservePaused();
        (book.supplyIndexRay, book.debtIndexRay) = _indexes(book);
        book.accruedAt = block.timestamp;
    }

    function _requireHealthy(address user) private view {
        if (getUserAccountData(user).healthFactor < HEALTHY) revert HealthFactorBelowThreshold();
    }

    function _requireBelowCap(uint40 cap, Book storage book, uint256 amount, bytes4 exceeded) private view {
        if (cap == type(uint40).max || amount <= cap * 10 ** book.decimals) return;
        bytes memory reason = abi.encodeWithSelector(exceeded, cap);
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }

    function _pay(Book storage book, uint256 amount) private {
        if (book.liquidity < amount) revert InsufficientLiquidity(book.liquidity);
        book.liquidity -= amount;
        book.token.safeTransfer(msg.sender, amount);
    }
}
