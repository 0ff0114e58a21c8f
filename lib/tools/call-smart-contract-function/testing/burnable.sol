// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token that its holders can destroy. It takes `extra` more than it is told to.
contract Burnable {
    string public constant symbol = "BURN";
    uint8 public constant decimals = 18;
    uint256 private immutable extra;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint256 extra_) {
        extra = extra_;
        balanceOf[msg.sender] = 100;
    }

    function burn(uint256 amount) external {
        take(msg.sender, amount + extra);
    }

    function burnFrom(address account, uint256 amount) external {
        require(account == msg.sender, "not yours");
        take(account, amount + extra);
    }

    function take(address from, uint256 amount) private {
        balanceOf[from] -= amount;
        emit Transfer(from, address(0), amount);
    }
}

/// A collection whose tokens their owners can destroy.
contract BurnableCollection {
    mapping(uint256 => address) public ownerOf;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    constructor() {
        ownerOf[7] = msg.sender;
        ownerOf[8] = msg.sender;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function burn(uint256 id) external {
        require(ownerOf[id] == msg.sender, "not yours");
        ownerOf[id] = address(0);
        emit Transfer(msg.sender, address(0), id);
    }
}

/// A collection whose tokens exist in several copies and can be destroyed. It takes `extra` more than it is told to.
contract BurnableBadges {
    uint256 private immutable extra;
    mapping(address => mapping(uint256 => uint256)) public balanceOf;

    event TransferSingle(address indexed by, address indexed from, address indexed to, uint256 id, uint256 amount);

    constructor(uint256 extra_) {
        extra = extra_;
        balanceOf[msg.sender][7] = 100;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function burn(address account, uint256 id, uint256 amount) external {
        require(account == msg.sender, "not yours");
        balanceOf[account][id] -= amount + extra;
        emit TransferSingle(msg.sender, account, address(0), id, amount + extra);
    }
}

/// Names a token, as an ERC-4626 vault does.
contract VaultOf {
    address public immutable asset;

    constructor(address asset_) {
        asset = asset_;
    }
}

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Represents a deposit in a LendingPool.
contract PoolShare {
    string public constant symbol = "aUSDC";
    uint8 public constant decimals = 6;
    address public immutable POOL = msg.sender;
    address public immutable UNDERLYING_ASSET_ADDRESS;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address asset) {
        UNDERLYING_ASSET_ADDRESS = asset;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == POOL, "not the pool");
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function burn(address from, uint256 amount) external {
        require(msg.sender == POOL, "not the pool");
        balanceOf[from] -= amount;
        emit Transfer(from, address(0), amount);
    }
}

/// A vault whose share price was inflated so far that rounding eats a deposit: it gives one in `part` of what is due.
contract BlownUpVault {
    address public immutable asset;
    uint256 private immutable part;
    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 6;
    string public constant symbol = "vUSDC";

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address asset_, uint256 part_) {
        asset = asset_;
        part = part_;
    }

    function convertToAssets(uint256 shares) external pure returns (uint256) {
        return shares;
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        Token(asset).transferFrom(msg.sender, address(this), assets);
        shares = assets / part;
        balanceOf[receiver] += shares;
        emit Transfer(address(0), receiver, shares);
    }

    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
        require(msg.sender == owner);
        balanceOf[owner] -= shares;
        emit Transfer(owner, address(0), shares);
        assets = shares / part;
        Token(asset).transfer(receiver, assets);
    }

    function credit(uint256 shares) external {
        balanceOf[msg.sender] += shares;
    }
}

/// Records a debt in a LendingPool.
contract PoolDebt {
    string public constant symbol = "variableDebtUSDC";
    uint8 public constant decimals = 6;
    uint256 public constant DEBT_TOKEN_REVISION = 1;
    address private immutable pool = msg.sender;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 amount) external {
        require(msg.sender == pool, "not the pool");
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function burn(address from, uint256 amount) external {
        require(msg.sender == pool, "not the pool");
        balanceOf[from] -= amount;
        emit Transfer(from, address(0), amount);
    }
}

/// As much of an Aave V3 pool as a withdrawal needs. It takes `extra` more of its shares than it gives back.
contract LendingPool {
    PoolShare public immutable aToken;
    PoolDebt private immutable debt;
    address private immutable asset;
    uint256 private immutable extra;
    address private named;

    constructor(address asset_, uint256 extra_) {
        asset = asset_;
        extra = extra_;
        aToken = new PoolShare(asset_);
        debt = new PoolDebt();
        named = address(aToken);
    }

    function borrow(address, uint256 amount, uint256, uint16, address onBehalfOf) external {
        debt.mint(onBehalfOf, amount);
        Token(asset).transfer(msg.sender, amount);
    }

    function repay(address, uint256 amount, uint256, address onBehalfOf) external {
        debt.burn(onBehalfOf, amount);
        Token(asset).transferFrom(msg.sender, address(this), amount);
    }

    /// A reward, half of which is a debt.
    function claimRewards() external {
        debt.mint(msg.sender, 5);
        Token(asset).transfer(msg.sender, 10);
    }

    /// Collateral of 100 dollars that counts for 80 %, and a debt of as many dollars as are owed.
    function getUserAccountData(address user) external view returns (uint256, uint256, uint256, uint256, uint256, uint256) {
        uint256 owed = debt.balanceOf(user) * 100;
        return (100e8, owed, 0, 8000, 7500, owed == 0 ? type(uint256).max : uint256(80e8) * 1e18 / owed);
    }

    /// Names another token as its own.
    function rename(address other) external {
        named = other;
    }

    function credit(uint256 amount) external {
        aToken.mint(msg.sender, amount);
    }

    function getReserveData(address)
        external
        view
        returns (uint256, uint128, uint128, uint128, uint128, uint128, uint40, uint16, address)
    {
        return (0, 0, 0, 0, 0, 0, 0, 0, named);
    }

    function withdraw(address, uint256 amount, address to) external returns (uint256) {
        uint256 held = aToken.balanceOf(msg.sender);
        uint256 given = amount == type(uint256).max ? held : amount;
        aToken.burn(msg.sender, given + extra);
        Token(asset).transfer(to, given);
        return given;
    }
}

/// Has functions named like those of WETH, of Lido, of routers and of farms, and keeps what comes.
contract Hoard {
    mapping(address => uint256) public balanceOf;
    string public constant symbol = "HOARD";
    uint8 public constant decimals = 18;
    address private given;
    uint256 private much;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function deposit() external payable {}

    function multicall(bytes[] calldata) external payable {}

    function execute(address, uint256, bytes calldata) external payable {}

    /// Gives something in return: some of its own.
    function submit(address) external payable {
        balanceOf[msg.sender] += msg.value;
        emit Transfer(address(0), msg.sender, msg.value);
    }

    /// Gives as much of another token as it has been told to.
    function wrapETH(uint256) external payable {
        Token(given).transfer(msg.sender, much);
    }

    function give(address token, uint256 amount) external {
        given = token;
        much = amount;
    }

    function supply(Token asset, uint256 amount, address, uint16) external {
        asset.transferFrom(msg.sender, address(this), amount);
    }

    function withdraw(uint256, uint256 amount, address to) external {
        payable(to).transfer(amount);
    }
}

/// A token that loses `part` in a hundred on the way.
contract Leaky {
    string public constant symbol = "LEAK";
    uint8 public constant decimals = 18;
    uint256 private immutable part;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint256 part_) {
        part = part_;
        balanceOf[msg.sender] = 1e18;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount - amount * part / 100;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}

/// A market that lends one token and keeps its own books, as Compound V3 does.
contract Ledger {
    Token public immutable baseToken;
    mapping(address => uint256) public borrowBalanceOf;

    constructor(Token token) {
        baseToken = token;
    }

    function withdraw(address, uint256 amount) external {
        lend(msg.sender, amount);
    }

    function withdrawFrom(address from, address, address, uint256 amount) external {
        lend(from, amount);
    }

    function borrow(uint256 amount) external {
        lend(msg.sender, amount);
    }

    function lend(address to, uint256 amount) private {
        borrowBalanceOf[to] += amount;
        baseToken.transfer(to, amount);
    }

    function isLiquidatable(address account) external view returns (bool) {
        return borrowBalanceOf[account] > 80e6;
    }
}

/// Borrows for its caller, from a market that its calldata may or may not name.
contract Bulker {
    Ledger private immutable ledger;

    constructor(Ledger ledger_) {
        ledger = ledger_;
    }

    function invoke(Ledger, uint256 amount) external {
        ledger.withdrawFrom(msg.sender, msg.sender, address(0), amount);
    }
}

/// As much of Morpho as a loan needs. Collateral is worth its number of units; one share of a debt is a millionth unit.
contract Blue {
    struct Market {
        Token loanToken;
        Token collateralToken;
        address oracle;
        address irm;
        uint256 lltv;
    }

    mapping(bytes32 => mapping(address => uint256)) private owed;
    mapping(bytes32 => mapping(address => uint256)) private pledged;

    function position(bytes32 id, address user) external view returns (uint256, uint128, uint128) {
        return (0, uint128(owed[id][user] * 1e6), uint128(pledged[id][user]));
    }

    function market(bytes32) external pure returns (uint128, uint128, uint128, uint128, uint128, uint128) {
        return (0, 0, 1e12, 1e18, 0, 0);
    }

    function price() external pure returns (uint256) {
        return 1e36;
    }

    function supplyCollateral(Market calldata of_, uint256 assets, address onBehalf, bytes calldata) external {
        of_.collateralToken.transferFrom(msg.sender, address(this), assets);
        pledged[keccak256(abi.encode(of_))][onBehalf] += assets;
    }

    function borrow(Market calldata of_, uint256 assets, uint256, address onBehalf, address receiver) external {
        owed[keccak256(abi.encode(of_))][onBehalf] += assets;
        of_.loanToken.transfer(receiver, assets);
    }
}

/// Lends coins of a market that is named first.
contract Gateway {
    function borrowETH(address, uint256 amount, uint16) external {
        payable(msg.sender).transfer(amount);
    }

    receive() external payable {}
}

/// Refuses a transfer without failing, as old tokens do.
contract Refuser {
    string public constant symbol = "REFUSE";
    uint8 public constant decimals = 18;

    function balanceOf(address) external pure returns (uint256) {
        return 100e18;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// Gives back all coins that it receives.
contract Lender {
    function deposit() external payable {
        payable(msg.sender).transfer(msg.value);
    }
}

/// Makes calls in its own name, as the code of an account does.
contract Batcher {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    function execute(Call[] calldata calls) external payable {
        for (uint256 i; i < calls.length; i++) {
            (bool ok,) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            require(ok);
        }
    }
}

/// A token that its maker can mint without limit.
contract Coupon {
    string public constant symbol = "COUPON";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        balanceOf[msg.sender] = type(uint128).max;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}
