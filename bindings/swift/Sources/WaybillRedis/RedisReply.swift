// A server's reply, copied from hiredis's memory.

internal import CHiredis
import Waybill

enum RedisReply: Sendable, Equatable {
    case text(String)
    case integer(Int64)
    case list([RedisReply])
    case null
    case failure(code: String)
    /// A type that no command of this package returns.
    case other

    init(_ reply: redisReply) {
        switch reply.type {
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .text(RedisReply.text(of: reply))
        case REDIS_REPLY_INTEGER: self = .integer(Int64(reply.integer))
        case REDIS_REPLY_NIL: self = .null
        case REDIS_REPLY_ERROR: self = .failure(code: RedisReply.code(of: RedisReply.text(of: reply)))
        case REDIS_REPLY_ARRAY:
            self = .list((0 ..< Int(reply.elements)).map { reply.element[$0].map { RedisReply($0.pointee) } ?? .other })
        default: self = .other
        }
    }

    private static func text(of reply: redisReply) -> String {
        guard let start = reply.str else { return "" }
        return start.withMemoryRebound(to: UInt8.self, capacity: Int(reply.len)) {
            String(decoding: UnsafeBufferPointer(start: $0, count: Int(reply.len)), as: UTF8.self)
        }
    }

    /// Returns the first word of an error. The rest may quote the command.
    private static func code(of text: String) -> String {
        let word = text.prefix { $0.isASCII && $0.isUppercase }
        return (3 ... 30).contains(word.count) ? String(word) : RedisError.unexpectedAnswer.code
    }
}

/// The reason why a command was given up.
enum RedisError {
    static let timedOut = TokenStoreError(code: "TIMED_OUT")
    static let notConnected = TokenStoreError(code: "NOT_CONNECTED")
    static let connectionLost = TokenStoreError(code: "CONNECTION_LOST")
    static let unexpectedAnswer = TokenStoreError(code: "UNEXPECTED_ANSWER")
    static let tlsFailed = TokenStoreError(code: "TLS_FAILED")
    static let tlsUnavailable = TokenStoreError(code: "TLS_UNAVAILABLE")
}
