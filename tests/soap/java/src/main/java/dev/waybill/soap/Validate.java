// Validates a batch of elements with the JDK's own Xerces: for each line of the file it is given, a schema's path, a tab and
// the element in base64, it prints `valid`, what is wrong first, or `schema: ` and why the schema is refused.

package dev.waybill.soap;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

final class Validate {
    private static final Map<String, Object> SCHEMAS = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        try (BufferedReader lines = Files.newBufferedReader(Path.of(arguments[0]))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] fields = line.split("\t");
                out.println(verdict(fields[0], Base64.getDecoder().decode(fields[1])).replaceAll("\\s+", " "));
            }
        }
        out.flush();
    }

    private static String verdict(String path, byte[] instance) throws Exception {
        Object schema = SCHEMAS.computeIfAbsent(path, Validate::compile);
        if (schema instanceof String refused) {
            return "schema: " + refused;
        }
        Validator validator = ((Schema) schema).newValidator();
        validator.setErrorHandler(new FirstError());
        try {
            validator.validate(new StreamSource(new ByteArrayInputStream(instance)));
            return "valid";
        } catch (SAXException error) {
            return String.valueOf(error.getMessage());
        }
    }

    private static Object compile(String path) {
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        factory.setErrorHandler(new FirstError());
        try {
            // A carrier's limit of 999 parcels is far beyond what the JDK takes for an attack.
            factory.setProperty("jdk.xml.maxOccurLimit", "100000");
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
            return factory.newSchema(new File(path));
        } catch (SAXException error) {
            return String.valueOf(error.getMessage());
        }
    }

    /** Every error ends the validation. */
    private static final class FirstError implements ErrorHandler {
        @Override
        public void warning(SAXParseException warning) {}

        @Override
        public void error(SAXParseException error) throws SAXException {
            throw error;
        }

        @Override
        public void fatalError(SAXParseException error) throws SAXException {
            throw error;
        }
    }
}
