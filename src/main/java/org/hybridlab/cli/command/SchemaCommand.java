package org.hybridlab.cli.command;

import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.config.file.reader.LabSchema;
import picocli.CommandLine.Command;

@Command(name = "schema", footer = "  hybridlab schema > lab.schema.json")
public final class SchemaCommand extends SessionCommand {
    @Override
    public Integer call() {
        return print(LabSchema.json());
    }
}
