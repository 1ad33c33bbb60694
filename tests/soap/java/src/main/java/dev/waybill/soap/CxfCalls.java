// Calls the mock through Apache CXF: a client over `?wsdl` of each service, each operation with a request known to be valid.
//
//     java ... dev.waybill.soap.CxfCalls WORK
//
// Reads `requests.jsonl` of the work folder and writes `cxf.jsonl` there. Every request goes out twice: as XML through
// Dispatch in PAYLOAD mode, and as objects of the classes that the dynamic client makes of the served schemas. There CXF
// validates what it receives, too, with the schemas that it fetched.

package dev.waybill.soap;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.apache.cxf.ext.logging.event.EventType;
import org.apache.cxf.ext.logging.event.LogEvent;
import org.apache.cxf.headers.Header;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.jaxws.endpoint.dynamic.JaxWsDynamicClientFactory;
import org.apache.cxf.jaxws.interceptors.HolderInInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

final class CxfCalls {
    private static final Gson GSON = new GsonBuilder().serializeNulls().create();
    private static final List<String> KEPT = List.of("wsdl", "service", "port", "operation", "soap", "schema", "roots",
            "answer_roots", "declared", "answer_declared", "answer", "loose");

    private final Wire wire = new Wire();
    private final Map<String, Object> services = new HashMap<>();
    private final Map<String, Object> clients = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        Path work = Path.of(arguments[0]);
        CxfCalls calls = new CxfCalls();
        int count = 0;
        // The compiler of the dynamic client speaks of every schema.
        PrintStream console = System.out;
        System.setOut(new PrintStream(java.io.OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try (var output = Files.newBufferedWriter(work.resolve("cxf.jsonl"))) {
            for (String line : Files.readAllLines(work.resolve("requests.jsonl"))) {
                JsonObject request = GSON.fromJson(line, JsonObject.class);
                if (!request.get("first").getAsBoolean()) {
                    continue;
                }
                for (JsonObject entry : List.of(calls.dispatch(request), calls.dynamic(request))) {
                    output.write(GSON.toJson(entry));
                    output.newLine();
                    count++;
                }
            }
        }
        console.println(count + " calls through CXF");
        console.flush();
        // Threads of its transport would keep the program.
        System.exit(0);
    }

    /** The payload as it is, through Dispatch. */
    private JsonObject dispatch(JsonObject request) {
        return entry(request, "dispatch", () -> {
            String url = text(request, "url");
            Object made = services.computeIfAbsent(url + text(request, "service"), key -> attempt(() ->
                    Service.create(URI.create(url + "?wsdl").toURL(), name(request, "service"))));
            Dispatch<Source> dispatch = ((Service) known(made)).createDispatch(name(request, "port"), Source.class, Service.Mode.PAYLOAD);
            wire.listen(((DispatchImpl<Source>) dispatch).getClient());
            prepare(dispatch.getRequestContext(), request);
            dispatch.getRequestContext().put(MessageContext.WSDL_OPERATION, name(request, "operation"));
            String payload = text(request, "payload");
            Source source = payload.isEmpty() ? null : new StreamSource(new StringReader(payload));
            if (request.get("answer").getAsBoolean()) {
                dispatch.invoke(source);
            } else {
                dispatch.invokeOneWay(source);
            }
        });
    }

    /** The payload as objects of generated classes, through the dynamic client. */
    private JsonObject dynamic(JsonObject request) {
        return entry(request, "dynamic", () -> {
            String url = text(request, "url");
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Object made = clients.computeIfAbsent(url + text(request, "port"), key -> attempt(() ->
                    JaxWsDynamicClientFactory.newInstance().createClient(URI.create(url + "?wsdl").toURL(), name(request, "service"), loader, name(request, "port"))));
            Client client = (Client) known(made);
            wire.listen(client);
            prepare(client.getRequestContext(), request);
            // CXF looks for rpc wrappers in the schemas, where no wrapper is.
            client.getRequestContext().put("schema-validation-enabled", text(request, "style").equals("document") ? "IN" : "NONE");
            BindingOperationInfo operation = client.getEndpoint().getBinding().getBindingInfo().getOperations().stream()
                    .filter(one -> one.getName().getLocalPart().equals(text(request, "operation"))).findFirst().orElseThrow();
            if (operation.isUnwrapped()) {
                operation = operation.getWrappedOperation();
            }
            // It is for methods whose parameters come back; a message that is given whole has no such parameter.
            client.getEndpoint().getInInterceptors().removeIf(HolderInInterceptor.class::isInstance);
            client.invoke(operation, arguments(client, operation, request));
        });
    }

    /** The parts of the body as objects. */
    private static Object[] arguments(Client client, BindingOperationInfo operation, JsonObject request) throws Exception {
        String payload = text(request, "payload");
        if (payload.isEmpty()) {
            return new Object[0];
        }
        var unmarshaller = ((JAXBDataBinding) client.getEndpoint().getService().getDataBinding()).getContext().createUnmarshaller();
        Element root = element(payload);
        List<Object> values = new ArrayList<>();
        List<Element> children = new ArrayList<>();
        for (Node node = root.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child) {
                children.add(child);
            }
        }
        for (MessagePartInfo part : operation.getInput().getMessageParts()) {
            if (!part.isElement()) {
                // rpc: each part is a child of the wrapper.
                Element child = children.stream().filter(one -> part.getName().getLocalPart().equals(one.getLocalName())).findFirst().orElse(null);
                values.add(child == null ? null : unmarshaller.unmarshal(child, part.getTypeClass()).getValue());
            } else if (part.getElementQName().equals(new QName(root.getNamespaceURI(), root.getLocalName()))) {
                values.add(unmarshaller.unmarshal(root, part.getTypeClass()).getValue());
            } else {
                values.add(null);
            }
        }
        return values.toArray();
    }

    /** Headers, as the request had them. */
    private static void prepare(Map<String, Object> context, JsonObject request) throws Exception {
        List<Header> headers = new ArrayList<>();
        for (JsonElement header : request.getAsJsonArray("header_xml")) {
            Element element = element(header.getAsString());
            headers.add(new Header(new QName(element.getNamespaceURI(), element.getLocalName()), element));
        }
        context.put(Header.HEADER_LIST, headers);
        context.put(BindingProvider.SESSION_MAINTAIN_PROPERTY, Boolean.FALSE);
    }

    private JsonObject entry(JsonObject request, String form, Call call) {
        JsonObject entry = new JsonObject();
        KEPT.forEach(name -> entry.add(name, request.get(name)));
        entry.addProperty("form", form);
        wire.clear();
        try {
            call.run();
            entry.addProperty("client", "parsed");
        } catch (SOAPFaultException | SoapFault fault) {
            entry.addProperty("client", "Fault: " + fault.getMessage());
        } catch (Exception | LinkageError error) {
            entry.addProperty("client", describe(error));
        }
        wire.tell(entry);
        return entry;
    }

    private static String describe(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return (error.getClass().getSimpleName() + ": " + cause).replaceAll("\\s+", " ");
    }

    private static Object attempt(Make make) {
        try {
            return make.run();
        } catch (Exception | LinkageError error) {
            return new Refused(describe(error));
        }
    }

    private static Object known(Object made) {
        if (made instanceof Refused refused) {
            throw new IllegalStateException("refuses ?wsdl: " + refused.reason());
        }
        return made;
    }

    private static Element element(String xml) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml))).getDocumentElement();
    }

    private static String text(JsonObject object, String name) {
        return object.get(name).getAsString();
    }

    private static QName name(JsonObject request, String name) {
        return new QName(text(request, "namespace"), text(request, name));
    }

    private record Refused(String reason) {}

    private interface Call {
        void run() throws Exception;
    }

    private interface Make {
        Object run() throws Exception;
    }

    /** What goes over the wire, by CXF's own logging. */
    private static final class Wire {
        private final Map<Client, Boolean> heard = new java.util.IdentityHashMap<>();
        private Client client;
        private LogEvent sent;
        private LogEvent received;

        void listen(Client calling) {
            client = calling;
            if (heard.put(client, true) != null) {
                return;
            }
            LoggingFeature feature = new LoggingFeature();
            feature.setLimit(-1);
            feature.setSender(this::keep);
            feature.initialize(client, client.getBus());
        }

        private void keep(LogEvent event) {
            if (event.getType() == EventType.REQ_OUT) {
                sent = event;
            } else {
                received = event;
            }
        }

        void clear() {
            client = null;
            sent = null;
            received = null;
        }

        void tell(JsonObject entry) {
            if (sent != null) {
                entry.addProperty("sent", sent.getPayload());
            }
            if (received != null) {
                entry.addProperty("received", received.getPayload());
                entry.addProperty("status", Integer.valueOf(String.valueOf(received.getResponseCode())));
            } else if (sent != null && client.getResponseContext().get(Message.RESPONSE_CODE) instanceof Integer status) {
                // An answer without a body is not logged.
                entry.addProperty("status", status);
            }
        }
    }
}
