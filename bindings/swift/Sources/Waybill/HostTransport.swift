// Runs exchanges over a custom transport, each in a task that reads the response only as fast as the caller.

import Foundation
internal import WaybillRust

struct HostTransport: ExchangeTransport {
    let transport: any Transport

    func start(_ exchange: Exchange, _ head: RequestHead, _ body: RequestContent) {
        let request = TransportRequest(head, body)
        exchange.start {
            let task = Task { await HostTransport.run(transport, exchange, request) }
            return Exchange.Work(resume: {}, cancel: { task.cancel() })
        }
    }

    private static func run(_ transport: any Transport, _ exchange: Exchange, _ request: TransportRequest) async {
        do {
            let response = try await transport.send(request)
            exchange.received(Exchange.Head(response))
            for try await data in response.body {
                guard !exchange.isOver else { return }
                exchange.received(data)
                await exchange.body.waitForRoom()
            }
            exchange.ended(nil)
        } catch let error as TransportError {
            exchange.ended(NotAnswered(error.reason.boundary))
        } catch {
            // The error's description may quote the request, so it is not used.
            exchange.ended(NotAnswered(sent: true, detail: "the transport failed (\(type(of: error)))"))
        }
    }

    func close() {}
}

extension TransportRequest {
    fileprivate init(_ head: RequestHead, _ content: RequestContent) {
        let body: Body =
            switch content {
            case .none: .none
            case .bytes(let data): .bytes(data)
            case .file(let url): .file(url)
            case .stream(let bytes): .stream(bytes)
            }
        let headers = head.headers.map { Header(name: $0.name, value: $0.value) }
        self.init(method: head.method, url: head.url, headers: headers, body: body)
    }
}

extension Exchange.Head {
    fileprivate init(_ response: TransportResponse) {
        let headers = response.headers.map { Header(name: $0.name.lowercased(), value: $0.value) }
        self.init(status: response.status, headers: headers)
    }
}
