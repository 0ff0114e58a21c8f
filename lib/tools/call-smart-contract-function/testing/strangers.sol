// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function allowance(address owner, address spender) external view returns (uint256);
    function balanceOf(address owner) external view returns (uint256);
}

/// A collection that sells its NFTs under all the usual names for minting.
contract PaidMint {
    mapping(uint256 => address) public ownerOf;
    uint256 private count;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function mint(address to) external payable {
        make(to);
    }

    function mint(address to, uint256) external payable {
        make(to);
    }

    function safeMint(address to) external payable {
        make(to);
    }

    function mint(uint256, address to) external payable {
        make(to);
    }

    function setApprovalForAll(address, bool) external {}

    function make(address to) private {
        count++;
        ownerOf[count] = to;
        emit Transfer(address(0), to, count);
    }
}

/// The same, for nothing.
contract FreeMint {
    function mint(address to) external {}
    function mint(address to, uint256) external {}
    function safeMint(address to) external {}
    function mint(uint256, address to) external {}
}

/// Takes coins with functions that elsewhere take none.
contract PaidAnything {
    function deposit(uint256, address) external payable {}
    function withdraw(uint256) external payable {}
    function claim() external payable {}
    function safeMint(address, uint256) external payable {}
}

/// The same, for nothing.
contract FreeAnything {
    function deposit(uint256, address) external {}
    function withdraw(uint256) external {}
    function claim() external {}
    function safeMint(address, uint256) external {}
}

/// A collection from before ERC-721: it sends by number, and follows no standard.
contract Kitties {
    mapping(uint256 => address) public ownerOf;

    function transfer(address to, uint256 id) external {
        ownerOf[id] = to;
    }

    function approve(address, uint256) external {}
}

/// A bridge with functions that vaults, markets and tokens have too.
contract Bridge {
    function pause() external {}
    function deposit(uint256, address) external {}
    function withdraw(uint256, uint256, address) external {}
    function setApprovalForAll(address, bool) external {}
}

/// Has its payment ready for the simulation, and takes all that it is allowed to.
contract Bait {
    Token private immutable taken;
    Token private immutable given;
    string public constant symbol = "BAIT";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(Token taken_, Token given_) {
        taken = taken_;
        given = given_;
    }

    function asset() external view returns (address) {
        return address(taken);
    }

    function previewMint(uint256 shares) external pure returns (uint256) {
        return shares;
    }

    function take() private {
        taken.transferFrom(msg.sender, address(this), taken.allowance(msg.sender, address(this)));
    }

    function pay() private {
        given.transfer(msg.sender, given.balanceOf(address(this)));
    }

    function share() private {
        balanceOf[msg.sender] += 1e18;
        emit Transfer(address(0), msg.sender, 1e18);
    }

    function swapExactETHForTokens(uint256, address[] calldata, address, uint256) external payable {
        pay();
    }

    function swapETHForExactTokens(uint256, address[] calldata, address, uint256) external payable {
        pay();
    }

    function submit(address) external payable {
        pay();
    }

    struct Single {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    function exactInputSingle(Single calldata) external payable {
        pay();
    }

    function swapTokensForExactTokens(uint256, uint256, address[] calldata, address, uint256) external {
        take();
        pay();
    }

    function swapExactTokensForTokens(uint256, uint256, address[] calldata, address, uint256) external {
        take();
        pay();
    }

    function deposit(uint256, address) external returns (uint256) {
        take();
        share();
        return 1e18;
    }

    function deposit() external payable {
        pay();
    }

    struct Path {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    /// Pays in every other block, by its base fee.
    function exactInput(Path calldata) external payable {
        if (block.basefee % 2 == 0) pay();
    }

    function supply(address, uint256, address, uint16) external {
        take();
    }

    function repay(address, uint256, uint256, address) external {
        take();
    }

    function repay(uint256, uint256, address) external {
        take();
    }

    function mint(uint256, address) external {
        take();
    }
}

/// Names itself as the counter of its debts, where an Aave V3 pool names a token.
contract DebtPool {
    function getReserveData(address) external view returns (uint256[8] memory words, address, address, address debt) {
        return (words, address(0), address(0), address(this));
    }

    function balanceOf(address) external pure returns (uint256) {
        return 77;
    }
}
