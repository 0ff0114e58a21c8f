// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// An ERC-20 that anyone can buy and, if it is a trap, only its maker can sell.
contract MarketToken {
    string public constant name = "Moon";
    string public constant symbol = "MOON";
    uint8 public constant decimals = 18;
    uint256 public constant totalSupply = 1_000_000e18;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    address private immutable maker;
    bool private immutable isTrap;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(bool isTrap_) {
        maker = msg.sender;
        isTrap = isTrap_;
        balanceOf[msg.sender] = totalSupply;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(!isTrap || from == maker, "not today");
        allowance[from][msg.sender] -= value;
        return _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private returns (bool) {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}

/// Claims of any calldata that it bridges to 31338 and calls a contract there if told to, without a swap on this side.
contract CallingDiamond {
    address private immutable asset;
    address private immutable receiver;
    bool private immutable calls;

    constructor(address asset_, address receiver_, bool calls_) {
        asset = asset_;
        receiver = receiver_;
        calls = calls_;
    }

    function extractMainParameters(bytes calldata)
        external
        view
        returns (string memory, address, address, uint256, uint256, bool, bool)
    {
        return ("somebridge", asset, receiver, 100_000_000, 31338, false, calls);
    }
}
